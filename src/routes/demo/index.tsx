import { redirectDocument } from 'react-router'

/** `/demo` itself has no page. */
export const loader = () => redirectDocument('/demo/home')
