import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import jsTokens from 'js-tokens'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const isTest = /\.(?:test|fixture|spec)\.|\/testing\//

type Expression = { place: string; source: string; flags: string }

/** The regular expressions of a file, with the line that each is in. */
function expressionsIn(file: string): Expression[] {
  const expressions: Expression[] = []
  let line = 1
  for (const { type, value } of jsTokens(readFileSync(root + file, 'utf8'))) {
    const end = value.lastIndexOf('/')
    if (type === 'RegularExpressionLiteral')
      expressions.push({ place: `${file}:${line}`, source: value.slice(1, end), flags: value.slice(end + 1) })
    line += value.split('\n').length - 1
  }
  return expressions
}

/** Expressions that look around themselves, or take longer than the timeout, are not analysed. */
test('every regular expression that the server runs takes time in proportion to its text', () => {
  const files = globSync('{apps/api,apps/operator,packages/*}/src/**/*.ts', { cwd: root }).filter((file) => !isTest.test(file))
  const expressions = files.flatMap(expressionsIn)
  expect(expressions.length).toBeGreaterThan(100)
  const slow = expressions.flatMap(({ place, source, flags }) => {
    const { status } = checkSync(source, flags, { checker: 'automaton', timeout: 1_000 })
    return status === 'vulnerable' ? [`${place}: /${source}/`] : []
  })
  expect(slow).toEqual([])
})
