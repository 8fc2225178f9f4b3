import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import {
  type EventGroup,
  isSecretFit,
  needsSecret,
  ResultDestinationFields,
  ResultSecret,
  type ResultSettings,
  type StowDestination,
} from '@readroom/contracts/reports/results'

/** The fields of a destination as they are typed, of every kind. */
export type TypedDestination = {
  labId: string
  name: string
  state: string
  alertMinutes: string
  kind: ResultSettings['kind']
  host: string
  port: string
  certificates: string
  calledAeTitle: string
  callingAeTitle: string
  document: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  patientAuthority: string
  withPdf: boolean
  ordersTogether: boolean
  addendumStatus: string
  withdrawnStatus: string
  url: string
  login: StowDestination['login']['kind']
  userName: string
  secret: string
  withPatient: boolean
  events: readonly EventGroup[]
  allowsPrivate: boolean
  folder: string
  format: string
}
export type TypedErrors = Partial<Record<keyof TypedDestination, string>>

const empty: TypedDestination = {
  labId: '',
  name: '',
  state: 'on',
  alertMinutes: '60',
  kind: 'hl7',
  host: '',
  port: '2575',
  certificates: '',
  calledAeTitle: '',
  callingAeTitle: 'READROOM',
  document: 'pdf',
  sendingFacility: '',
  receivingApplication: '',
  receivingFacility: '',
  patientAuthority: '',
  withPdf: true,
  ordersTogether: false,
  addendumStatus: 'C',
  withdrawnStatus: 'X',
  url: '',
  login: 'none',
  userName: '',
  secret: '',
  withPatient: false,
  events: ['reports'],
  allowsPrivate: false,
  folder: '',
  format: 'hl7',
}

/** The usual ports of receivers that are no web servers. */
const usualPorts: Partial<Record<ResultSettings['kind'], string>> = { hl7: empty.port, dicom: '104' }

/** Returns what changes with the kind: a usual port becomes the usual one of the new kind. */
export function typeKind({ kind: before, port }: TypedDestination, kind: ResultSettings['kind']): Partial<TypedDestination> {
  return { kind, port: port === usualPorts[before] ? (usualPorts[kind] ?? port) : port }
}

function typeSettings(settings: ResultSettings): Partial<TypedDestination> {
  switch (settings.kind) {
    case 'webhook':
      return { ...settings, certificates: settings.certificates ?? '' }
    case 'stow': {
      const { login, certificates, ...rest } = settings
      const userName = login.kind === 'basic' ? login.userName : ''
      return { ...rest, login: login.kind, userName, certificates: certificates ?? '' }
    }
    case 'dicom':
      return { ...settings, port: String(settings.port), certificates: settings.certificates ?? '' }
    case 'folder':
      return { ...settings, patientAuthority: settings.patientAuthority ?? '' }
    default: {
      const { port, certificates, patientAuthority } = settings
      return { ...settings, port: String(port), certificates: certificates ?? '', patientAuthority: patientAuthority ?? '' }
    }
  }
}

/** Returns what is typed for a destination; null: a new one. */
export function typeDestination(destination: ResultDestination | null): TypedDestination {
  if (destination === null) return empty
  const { labId, name, state, alertMinutes, settings } = destination
  return { ...empty, labId, name, state, alertMinutes: String(alertMinutes), ...typeSettings(settings) }
}

const orNull = (text: string) => (text.trim() === '' ? null : text)

function settingsOf(typed: TypedDestination) {
  const {
    kind,
    sendingFacility,
    receivingApplication,
    receivingFacility,
    withPdf,
    ordersTogether,
    addendumStatus,
    withdrawnStatus,
  } = typed
  const patientAuthority = orNull(typed.patientAuthority)
  const form = {
    sendingFacility,
    receivingApplication,
    receivingFacility,
    patientAuthority,
    withPdf,
    ordersTogether,
    addendumStatus,
    withdrawnStatus,
  }
  const certificates = orNull(typed.certificates)
  const socket = { host: typed.host, port: Number(typed.port), certificates }
  if (kind === 'hl7') return { kind, ...socket, ...form }
  if (kind === 'dicom') {
    const { calledAeTitle, callingAeTitle, document } = typed
    return { kind, ...socket, calledAeTitle, callingAeTitle, document }
  }
  if (kind === 'folder') return { kind, folder: typed.folder, format: typed.format, ...form }
  const web = { url: typed.url, allowsPrivate: typed.allowsPrivate, certificates }
  if (kind === 'webhook') return { kind, ...web, withPatient: typed.withPatient, events: typed.events }
  const login = typed.login === 'basic' ? { kind: typed.login, userName: typed.userName } : { kind: typed.login }
  return { kind, ...web, login, document: typed.document }
}

const aeTitleMessage = 'Please enter 1 to 16 letters, digits and signs'
const messages: TypedErrors = {
  labId: 'Please choose a laboratory',
  name: 'Please enter a name',
  host: 'Please enter a host name or an address',
  port: 'Please enter a port from 1 to 65535',
  certificates: 'Please paste certificates in PEM, without a private key',
  calledAeTitle: aeTitleMessage,
  callingAeTitle: aeTitleMessage,
  events: 'Please choose at least one',
  url: 'Please enter an address that begins with https://',
  userName: 'Please enter a user name without colons',
  folder: 'Please use letters, digits, hyphens and underscores',
  alertMinutes: 'Please enter 5 to 10080 minutes',
}
const secretMessage = 'Please enter letters, digits and signs without spaces, for a webhook at least 32'

const isField = (name: unknown): name is keyof TypedDestination => typeof name === 'string' && Object.hasOwn(empty, name)

type Read = { fields: ResultDestinationFields & { secret: string | null } } | { errors: TypedErrors }

/** Returns the fields of a destination, or what is wrong with what was typed. */
export function readDestination(typed: TypedDestination): Read {
  const { labId, name, state, alertMinutes } = typed
  const read = ResultDestinationFields.safeParse({
    labId,
    name,
    state,
    alertMinutes: Number(alertMinutes),
    settings: settingsOf(typed),
  })
  const errors: TypedErrors = {}
  for (const { path, message } of read.error?.issues ?? []) {
    const name = path[0] === 'settings' ? path.at(-1) : path[0]
    if (isField(name)) errors[name] = messages[name] ?? message
  }
  if (!read.success) return { errors }
  const { settings } = read.data
  const secret = needsSecret(settings) ? orNull(typed.secret) : null
  if ((secret !== null && !ResultSecret.safeParse(secret).success) || !isSecretFit({ settings, secret }))
    return { errors: { secret: secretMessage } }
  return { fields: { ...read.data, secret } }
}
