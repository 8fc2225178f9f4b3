import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { Open } from 'unzipper'
import { expect, test } from 'vitest'
import { createXlsx } from './xlsx.ts'
import type { Cell } from './xlsx-xml.ts'

const columns = [
  { heading: 'Name', width: 20 },
  { heading: 'Value', width: 10 },
]

async function* each(rows: Cell[][]): AsyncGenerator<Cell[]> {
  yield* rows
}

/** Reads the file with another program's library. */
const readBack = async (rows: Cell[][]) =>
  readSheet(await buffer(createXlsx({ name: 'Worklist <&>', columns, rows: each(rows) })), { trim: false })

test('texts, numbers, dates and empty cells survive writing and reading', async () => {
  const [headings, row] = await readBack([
    ['Ångström & <Søn> "x" 山田 🩻', 12],
    [null, 1.5],
  ])
  expect(headings).toEqual(['Name', 'Value'])
  expect(row).toEqual(['Ångström & <Søn> "x" 山田 🩻', 12])
  const [, dates] = await readBack([[{ date: '2024-02-29' }, { time: '2026-03-29T01:30:00' }]])
  expect(dates).toEqual([new Date('2024-02-29T00:00:00Z'), new Date('2026-03-29T01:30:00Z')])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x.example","y")', '000123', '1e5', '45Y'])(
  '%j is text',
  async (text) => {
    const [, row] = await readBack([[text, 1]])
    expect(row?.[0]).toBe(text)
  },
)

test('no cell is a formula, and text that looks like one is marked as text', async () => {
  const file = await buffer(
    createXlsx({
      name: 'Sheet',
      columns,
      rows: each([
        ['=1+1', 'plain'],
        ['\0=1', '@x'],
      ]),
    }),
  )
  const { files } = await Open.buffer(file)
  const xml = String(await files.find(({ path }) => path === 'xl/worksheets/sheet1.xml')?.buffer())
  expect(xml).not.toMatch(/<f[ >]/)
  expect(xml).toContain('<c r="A2" t="inlineStr" s="2"><is><t xml:space="preserve">=1+1</t>')
  expect(xml).toContain('<c r="B2" t="inlineStr" s="1"><is><t xml:space="preserve">plain</t>')
  expect(xml).toContain('<c r="A3" t="inlineStr" s="2"><is><t xml:space="preserve">\ufffd=1</t>')
})

test.each(['=', '+', '-', '@', '\t', '\r', '\n'])('a text that begins with %j is marked as text', async (sign) => {
  const file = await buffer(createXlsx({ name: 'Sheet', columns, rows: each([[`${sign}1`, 'plain']]) }))
  const { files } = await Open.buffer(file)
  const xml = String(await files.find(({ path }) => path === 'xl/worksheets/sheet1.xml')?.buffer())
  expect(xml).toContain('<c r="A2" t="inlineStr" s="2">')
})

test('characters that XML forbids do not break the file', async () => {
  const [, row] = await readBack([['a\0b\u000bc\ud800d', 1]])
  expect(row?.[0]).toBe('a\ufffdb\ufffdc\ufffdd')
})

test('the file breaks off at a row that cannot be read', async () => {
  async function* failing(): AsyncGenerator<Cell[]> {
    yield ['one', 1]
    throw new Error('the database went away')
  }
  await expect(buffer(createXlsx({ name: 'Sheet', columns, rows: failing() }))).rejects.toThrow('the database went away')
})

test('rows are read only as fast as the file is consumed, and no longer after it is abandoned', async () => {
  let read = 0
  let ended = false
  async function* endless(): AsyncGenerator<Cell[]> {
    try {
      for (;;) {
        read += 1
        yield [`row ${read} ${Math.random()}`, read]
      }
    } finally {
      ended = true
    }
  }
  const stream = createXlsx({ name: 'Sheet', columns, rows: endless() })
  stream.read(0)
  await expect.poll(() => read).toBeGreaterThan(0)
  let before = -1
  const hasStopped = () => {
    const same = before === read
    before = read
    return same
  }
  await expect.poll(hasStopped, { interval: 300 }).toBe(true)
  expect(read).toBeLessThan(200_000)
  stream.destroy()
  await expect.poll(() => ended).toBe(true)
})
