import { textFields } from '@readroom/contracts/reports/merge-fields'
import { openDatabase } from '@readroom/db/core/client'
import { createLab, createStudy } from '@readroom/db/testing/factories'
import { defaultTemplate } from '@readroom/word/default-template'
import { TemplateHandler } from 'easy-template-x'
import { withApi } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'

const rounds = 60

async function makeStudy(databaseUrl: string): Promise<string> {
  const { db, close } = openDatabase(databaseUrl, { onError: () => {} })
  const { id: labId } = await createLab(db)
  const said = {
    patientName: 'Bench Mark',
    patientId: 'B-1',
    modalities: ['CT'],
    clinicalHistory: 'Headache since Monday.\n'.repeat(20),
  }
  const { id } = await createStudy(db, { ...said, labId, status: 'assigned_to_doctor' })
  await close()
  return id
}

/** Both in turn, so that whatever else the machine does troubles them alike. Returns the 95th percentile of each. */
async function compare(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -10; round < rounds; round++) {
    const took = [await time(one), await time(other)]
    if (round >= 0) times.forEach((list, index) => void list.push(took[index] ?? Number.NaN))
  }
  return [quantile(times[0], 0.95), quantile(times[1], 0.95)]
}

/** The document that a report is written in, asked of the API, against the library alone with the same template. */
export async function benchGenerate(): Promise<Figure[]> {
  return withApi({ studies: 0 }, async ({ api, databaseUrl }) => {
    const path = `/api/documents/study/${await makeStudy(databaseUrl)}/generate-patient-report`
    const template = await defaultTemplate()
    const bare = () => new TemplateHandler().process(template, { ...textFields })
    const [asked, floor] = await compare(() => api.get(path), bare)
    return [
      { name: 'generated document, 95th percentile', value: asked, unit: ' ms', limit: 150 },
      { name: `the same over the library alone (${floor.toFixed(1)} ms)`, value: asked / floor, unit: '', limit: 4 },
    ]
  })
}
