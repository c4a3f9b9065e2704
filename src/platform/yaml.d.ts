/** Vite imports YAML files as their parsed content (vite.config.ts). */
declare module '*.yaml' {
  const content: unknown
  export default content
}
