import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Endpoints } from '@readroom/contracts/orders/hl7-endpoints'
import { modalityWorklistEndpoints } from '@readroom/contracts/orders/modality-worklists'
import { resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import type { ResultSettings } from '@readroom/contracts/reports/results'
import { demoLabs } from '../accounts.ts'
import type { ApiSession } from '../api-client.ts'
import type { HospitalConfig } from './hospital-config.ts'
import { hospitalFacility } from './hospital-messages.ts'
import { hospitalAuthority } from './hospital-visits.ts'
import { archiveAeTitle } from './receivers.ts'

type Ports = HospitalConfig['ports']

/** The AE title by which the laboratory's scanners call their worklist. */
export const worklistAeTitle = 'CITY_WL'

/** Only programs of this machine may connect. */
const host = '127.0.0.1'

/** Opens the port for the hospital's messages, or moves it to where it is this time. */
async function connectOrders(admin: ApiSession, labId: string, port: number): Promise<void> {
  const name = 'City Hospital orders'
  const { connections } = await admin.call(hl7Endpoints.list)
  const found = connections.find((connection) => connection.name === name)
  if (found === undefined) {
    const body = {
      labId,
      name,
      port,
      clientCertificates: null,
      allowedAddresses: [host],
      sendingFacility: hospitalFacility,
      charset: 'UNICODE UTF-8',
      mapping: Hl7Mapping.parse({ patientAuthority: hospitalAuthority }),
      isEnabled: true,
      keepDays: 30,
    }
    await admin.call(hl7Endpoints.create, { body })
  } else if (found.port !== port) {
    const { _id: connectionId, labName: _labName, lastMessage: _lastMessage, labId: _labId, ...fields } = found
    await admin.call(hl7Endpoints.update, { params: { connectionId }, body: { ...fields, port } })
  }
}

/** Sets up the laboratory's worklist, unless somebody has. */
async function connectScanner(admin: ApiSession, labId: string): Promise<void> {
  const { worklists } = await admin.call(modalityWorklistEndpoints.list)
  if (worklists.find((worklist) => worklist.labId === labId)?.settings) return
  const body = { calledAeTitle: worklistAeTitle, allowedAddresses: [host], isEnabled: true, version: 0 }
  await admin.call(modalityWorklistEndpoints.save, { params: { labId }, body })
}

const receiversAt = ({ results, archive }: Ports): { name: string; settings: ResultSettings & { port: number } }[] => [
  {
    name: 'City Hospital information system',
    settings: {
      kind: 'hl7',
      host,
      port: results,
      certificates: null,
      sendingFacility: 'CITYLAB',
      receivingApplication: 'HIS',
      receivingFacility: hospitalFacility,
      patientAuthority: hospitalAuthority,
      withPdf: true,
      ordersTogether: false,
      addendumStatus: 'C',
      withdrawnStatus: 'X',
    },
  },
  {
    name: 'City Hospital archive',
    settings: {
      kind: 'dicom',
      host,
      port: archive,
      certificates: null,
      calledAeTitle: archiveAeTitle,
      callingAeTitle: 'READROOM',
      document: 'pdf',
    },
  },
]

/** Makes the hospital's systems destinations of the laboratory's reports, or moves them to where they are this time. */
async function connectReceivers(admin: ApiSession, labId: string, ports: Ports): Promise<void> {
  const { destinations } = await admin.call(resultEndpoints.destinations)
  for (const { name, settings } of receiversAt(ports)) {
    const found = destinations.find((destination) => destination.name === name)
    if (found === undefined) {
      await admin.call(resultEndpoints.create, { body: { labId, name, settings, state: 'on', alertMinutes: 60 } })
    } else if ('port' in found.settings && found.settings.port !== settings.port) {
      const { _id: destinationId, state, alertMinutes, version } = found
      const moved = { name, settings: { ...found.settings, port: settings.port }, state, alertMinutes, version }
      await admin.call(resultEndpoints.update, { params: { destinationId }, body: moved })
    }
  }
}

/** Connects the hospital with Readroom, as an administrator would on the pages Connections and Deliveries. Repeating it changes nothing. */
export async function connectHospital(admin: ApiSession, ports: Ports): Promise<void> {
  const { worklists } = await admin.call(modalityWorklistEndpoints.list)
  const lab = worklists.find(({ labName }) => labName === demoLabs.CITYLAB.name)
  if (!lab) throw new Error('The laboratory of the hospital is missing')
  await connectOrders(admin, lab.labId, ports.orders)
  await connectScanner(admin, lab.labId)
  await connectReceivers(admin, lab.labId, ports)
}
