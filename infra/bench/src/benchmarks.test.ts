import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benchmarks } from './benchmarks.ts'

test.each(Object.entries(benchmarks))('the page of %s states what it measures', (name, { claim }) => {
  const page = readFileSync(new URL(`../../../docs/${claim}`, import.meta.url), 'utf8')
  expect(page).toContain(`pnpm bench ${name}`)
})
