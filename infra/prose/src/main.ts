import { globSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { faultsOf, faultsOfGlossary, faultsOfIndex, faultsOfPage } from './rules.ts'
import { textsOf } from './texts.ts'

/** Built files and packages are somebody else's words; `infra/prose` quotes what it refuses. */
const leftOut = ['**/node_modules', '**/dist', 'infra/prose']

const files = globSync('{apps,packages,infra}/**/*.{ts,tsx,mjs,cjs,js}', { exclude: leftOut })

function faultsIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const lineOf = (start: number) => source.slice(0, start).split('\n').length
  return textsOf(file, source).flatMap((text) => faultsOf(text).map((fault) => `${file}:${lineOf(text.start)}: ${fault}`))
}

const index = 'docs/decisions/README.md'
const pages = globSync('docs/decisions/*/*.md')

const faultsInPage = (page: string) => faultsOfPage(readFileSync(page, 'utf8')).map((fault) => `${page}: ${fault}`)

const faultsInIndex = faultsOfIndex(
  readFileSync(index, 'utf8'),
  pages.map((page) => relative(dirname(index), page)),
)

const glossary = readFileSync('docs/glossary.md', 'utf8')
const faultsInSchema = (schema: string) =>
  faultsOfGlossary(glossary, readFileSync(schema, 'utf8')).map((fault) => `${schema}: ${fault}`)

const faults = [
  ...files.flatMap(faultsIn),
  ...pages.flatMap(faultsInPage),
  ...faultsInIndex.map((fault) => `${index}: ${fault}`),
  ...globSync('packages/db/src/**/*.schema.ts').flatMap(faultsInSchema),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
