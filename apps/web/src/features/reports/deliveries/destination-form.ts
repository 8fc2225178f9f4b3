import { type ResultDestination, resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import {
  type DicomDestination,
  type FolderDestination,
  type Hl7Destination,
  needsSecret,
  type ResultDestinationFields,
  ResultSettings,
  type StowDestination,
  type WebhookDestination,
} from '@readroom/contracts/reports/results'
import { z } from 'zod'

export type Kind = ResultSettings['kind']
type LoginKind = StowDestination['login']['kind']

/** The settings of every kind, of which those of one count. */
type EverySetting = { kind: Kind; login: { kind: LoginKind; userName: string } } & Omit<Hl7Destination, 'kind'> &
  Omit<DicomDestination, 'kind'> &
  Omit<FolderDestination, 'kind'> &
  Omit<WebhookDestination, 'kind'> &
  Omit<StowDestination, 'kind' | 'login'>

export type DestinationForm = Omit<ResultDestinationFields, 'settings'> & { settings: EverySetting; secret: string | null }

/** The usual ports of receivers that are no web servers. */
export const usualPorts: Partial<Record<string, number>> = { hl7: 2575, dicom: 104 }

const newDestination: DestinationForm = {
  labId: '',
  name: '',
  state: 'on',
  alertMinutes: 60,
  secret: null,
  settings: {
    kind: 'hl7',
    host: '',
    port: 2575,
    certificates: null,
    calledAeTitle: '',
    callingAeTitle: 'READROOM',
    document: 'pdf',
    sendingFacility: '',
    receivingApplication: '',
    receivingFacility: '',
    patientAuthority: null,
    withPdf: true,
    ordersTogether: false,
    addendumStatus: 'C',
    withdrawnStatus: 'X',
    url: '',
    login: { kind: 'none', userName: '' },
    withPatient: false,
    events: ['reports'],
    allowsPrivate: false,
    folder: '',
    format: 'hl7',
  },
}

/** Returns the values of the form; null: a new destination. */
export function toDestinationForm(destination: ResultDestination | null): DestinationForm {
  if (destination === null) return newDestination
  const { labId, name, state, alertMinutes, settings } = destination
  const login = { ...newDestination.settings.login, ...('login' in settings && settings.login) }
  return { labId, name, state, alertMinutes, secret: null, settings: { ...newDestination.settings, ...settings, login } }
}

/** Returns the settings of the chosen kind alone. */
function settingsOf({ login: { kind, userName }, ...settings }: EverySetting) {
  const login = kind === 'basic' ? { kind, userName } : { kind }
  const names = ResultSettings.options
    .filter(({ shape }) => shape.kind.value === settings.kind)
    .flatMap(({ shape }) => Object.keys(shape))
  return Object.fromEntries(Object.entries({ ...settings, login }).filter(([name]) => names.includes(name)))
}

export const DestinationForm = z
  .custom<DestinationForm>()
  .transform(({ settings, secret, ...fields }): unknown => {
    const written = settingsOf(settings)
    const { data } = ResultSettings.safeParse(written)
    return { ...fields, settings: written, secret: data && !needsSecret(data) ? null : secret }
  })
  .pipe(resultEndpoints.create.body)

const wrongAeTitle = 'Please enter 1 to 16 letters, digits and signs'
export const destinationWords = {
  labId: 'Please choose a laboratory',
  name: 'Please enter a name',
  alertMinutes: 'Please enter 5 to 10080 minutes',
  secret: 'Please enter letters, digits and signs without spaces, for a webhook at least 32',
  'settings.host': 'Please enter a host name or an address',
  'settings.port': 'Please enter a port from 1 to 65535',
  'settings.certificates': 'Please paste certificates in PEM, without a private key',
  'settings.calledAeTitle': wrongAeTitle,
  'settings.callingAeTitle': wrongAeTitle,
  'settings.events': 'Please choose at least one',
  'settings.url': 'Please enter an address that begins with https://',
  'settings.login.userName': 'Please enter a user name without colons',
  'settings.folder': 'Please use letters, digits, hyphens and underscores',
}
