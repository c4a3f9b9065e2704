import { Logo } from './logo.tsx'

export const examples = { Logo: () => <Logo className="size-8 text-act" /> }
