/** Vite imports YAML files as their parsed content (vite.config.ts). */
declare module '*.yaml' {
  const content: unknown
  export default content
}
/** One part of a file. */
declare module '*.yaml?key=countries' {
  const content: unknown
  export default content
}
declare module '*.yaml?key=lines' {
  const content: unknown
  export default content
}
