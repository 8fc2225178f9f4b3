import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readHeader } from '../message/header.ts'
import { interpret } from './interpret.ts'
import { usualMapping } from './mapping.ts'

const guide = new URL('../../../../docs/integrating.md', import.meta.url)

/** Returns the sample messages of the guide, as they are pasted. */
async function samplesOfGuide(): Promise<Buffer[]> {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(/```hl7\n(.*?)```/gs)].map(([, text]) => text ?? '')
  return blocks.map((text) => Buffer.from(text.replace(/^ +/gm, '')))
}

test('the guide has messages that a connection takes', async () => {
  const mapping = {
    ...usualMapping,
    patientAuthority: 'HARBORHOSP',
    timeZone: 'UTC',
    sendingFacility: 'HARBOR_HOSPITAL',
    isTraining: false,
  }
  const read = (await samplesOfGuide()).map((message) => interpret(message, readHeader(message), mapping))
  expect(read).toMatchObject([
    { content: { orders: [{ control: 'new', accessionNumber: 'HH7001', modality: 'CT', priority: 'URGENT' }] } },
    { content: { orders: [{ control: 'new', accessionNumber: 'HH7002', modality: 'MR', priority: 'NORMAL' }] } },
    { content: { changes: [{ kind: 'merge', patient: { ids: [{ id: 'HH-9002' }] }, previous: [{ id: 'HH-9001' }] }] } },
  ])
})
