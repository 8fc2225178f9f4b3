import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { statements } from './statements.ts'

test.each(statements)(
  'the $name statement says what the program does; `pnpm --filter @readroom/worker conformance` prints it again',
  async (statement) => {
    expect(await readFile(statement.file, 'utf8')).toBe(statement.print())
  },
)
