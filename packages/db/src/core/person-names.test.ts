import { rowName } from '@readroom/contracts/core/person-names'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import type {} from '@readroom/local/suites/vitest-services'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { orders } from '../orders/orders.schema.ts'
import { createLab, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

const names = [
  ...namedCases.map(({ pn }) => pn),
  '',
  '^^^',
  '  Doe \t Jane　X ',
  'A=A=A',
  'A=B=C=D',
  'A=B',
  '=',
  '=é',
  '==x',
  'A^B==é^ü',
  'Doe^Jane\u00a0Ann',
]

it.each(names)('the database shows the name %j as the program does', async (name) => {
  const { rows } = await database.pool.query('select shown_name($1) as shown', [name])
  expect(rows).toEqual([{ shown: rowName(name) }])
})

it.each(namedCases)('a study and an order whose name is $kind keep it, and lists show it', async ({ pn, row }) => {
  const { db } = database
  const lab = await createLab(db)
  expect(await createStudy(db, { labId: lab.id, patientName: pn, referringPhysician: pn })).toMatchObject({
    patientPn: pn,
    patientName: row,
    dicomReferringPhysician: pn,
    referringPhysician: row,
  })
  const order = { labId: lab.id, source: 'manual' as const, placerNumber: '1', patientName: pn }
  const [stored] = await db.insert(orders).values(order).returning()
  const { rows } = await database.pool.query('select name_search_text($1) as text', [pn])
  expect(stored).toMatchObject({ patientName: pn, searchAll: ` 1${rows[0].text}` })
})

it.each([
  ['Doe^Jane', ' doe jane !doejanedoe'],
  ['García López^María José', ' garcia lopez maria jose !garcialopezmariajosegarcialopez'],
  ['YAMADA^HANAKO=山田^花子', ' yamada hanako 山田 花子 !yamadahanakoyamada !山田花子山田'],
  ['Doe Jane', ' doe jane !doejanedoe'],
  ['Suharto', ' suharto'],
  [null, ' '],
])('a search finds %j in %j', async (name, text) => {
  const { rows } = await database.pool.query('select name_search_text($1) as text', [name])
  expect(rows).toEqual([{ text }])
})
