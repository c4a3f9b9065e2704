/** What the header search loads with its index, when somebody enters it: pages that are only read do not carry it. */
export { indexSearch } from './domains/glossary/search/finder/rules.ts'
