import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { OrderOfResult } from '@readroom/db/reports/result-facts'
import type { ResultReport } from './result-report.ts'

type About = { delivery: Pick<ResultDeliveryRow, 'id' | 'createdAt'>; publicUrl: string; withPatient: boolean }

const json = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8')

/** `order` is the first one, for receivers from before a study could have several. */
export function ordersAsJson(orders: readonly Pick<OrderOfResult, 'placerNumber' | 'fillerNumber' | 'accessionNumber'>[]) {
  const named = orders.map(({ placerNumber, fillerNumber, accessionNumber }) => ({ placerNumber, fillerNumber, accessionNumber }))
  const [first] = named
  return { order: first ? { placerNumber: first.placerNumber, fillerNumber: first.fillerNumber } : null, orders: named }
}

/** Returns a notice of a report as JSON. It has numbers and an address, and no patient unless that is asked for. */
export function writeWebhookReport(report: ResultReport, { delivery, publicUrl, withPatient }: About): Buffer {
  const { kind, facts, patient, study, orders, number, signedAt, criticalCategory } = report
  return json({
    id: delivery.id,
    type: `report.${kind}`,
    createdAt: delivery.createdAt.toISOString(),
    study: { studyInstanceUid: study.studyInstanceUid, accessionNumber: study.accessionNumber, modalities: study.modalities },
    ...ordersAsJson(orders),
    report: {
      id: facts.reportId,
      version: number,
      signedAt: signedAt.toISOString(),
      isCritical: criticalCategory !== null,
      url: new URL(`/studies/${facts.study.id}/report`, publicUrl).href,
    },
    ...(withPatient && { patient: { id: patient.id, name: patient.name, birthDate: patient.birthDate, sex: patient.sex } }),
  })
}

/** Returns a notice that only tries the address. */
export const writeWebhookTest = ({ id, createdAt }: About['delivery']): Buffer =>
  json({ id, type: 'test', createdAt: createdAt.toISOString() })
