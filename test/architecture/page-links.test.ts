import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import routes from '../../src/routes.ts'
import { project } from './dependency-rules.ts'
import { listFiles } from './files.ts'
import { findUntypedLinks, pagePaths } from './page-links.ts'

const pages = pagePaths(routes)

/** Scripts of pages without React: `href` would load React Router (docs/decisions/004). */
const exceptions = {
  'src/domains/crisis/crisis-card.client.ts': ['/resources'],
  'src/domains/glossary/search/header-search.element.ts': [
    '/dashboard',
    '/dashboard/glossary',
    '/glossary/:slug',
    '/dashboard',
    '/dashboard',
  ],
}

test('Links to pages are typed by href(), so that a renamed route is a type error', () => {
  // Paths in api.server files are below /api; the links of examples lead nowhere.
  const files = listFiles().filter((file) => /^src\/.*(?<!\.test|\.examples|\.api\.server)\.tsx?$/.test(file))
  const untyped = files.flatMap((file) => {
    const links = findUntypedLinks(readFileSync(join(project, file), 'utf8'), pages)
    return links.length > 0 ? [[file, links]] : []
  })
  expect(Object.fromEntries(untyped)).toEqual(exceptions)
})

test.each([
  ['<a href="/contact">', ['/contact']],
  ["redirect('/dashboard/settings#profile-title')", ['/dashboard/settings']],
  ["path.startsWith('/dashboard/connections/')", ['/dashboard/connections']],
  [`navigate(\`/glossary/\${slug}?from=2\`)`, ['/glossary/:slug']],
  [`\`\${publicUrl}/auth-test/link?\${query}\``, ['/auth-test/link']],
  [`\`\${href('/auth-test')}?next=/dashboard\``, ['/dashboard']],
  ['`a[href="/demo/home"]`', ['/demo/home']],
  ["href('/contact')", []],
  ["href(\n  '/glossary/:slug',\n  { slug })", []],
  [`apiFetch<Page>(\`/terms?\${query}\`)`, []],
  ["fetch('/api/terms')", []],
  ["fetch('/auth-test/session')", []],
  ["import '../terms/contact.ts'", []],
  ["'Go to /contact or /terms'", []],
  ['// like "/contact"', []],
])('%s has the untyped links %j', (text, links) => {
  expect(findUntypedLinks(text, pages)).toEqual(links)
})
