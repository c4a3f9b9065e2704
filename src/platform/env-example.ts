import { settings } from './config.server.ts'

/** `.env.example`: every setting, commented out, with its description and default. */
export const envExample = (): string =>
  [
    '# Every setting, with its default. Copy this file to .env, which `npm start`, `npm run dev` and `npm run operator` read.',
    '# docs/configuration.md says more, also on OIDC_<NAME> and SAML_<NAME>. Written by `npm run env-example`.',
    ...settings.map(({ name, description, fallback }) => `\n# ${description}\n# ${name}=${fallback}`),
    '',
  ].join('\n')
