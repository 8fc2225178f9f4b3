import { type Address, type LabDetails, LabRegistration, LabUpdate } from '@readroom/contracts/people/labs'
import type { DisplayRules } from '@readroom/contracts/reading/display-rules'
import type { z } from 'zod'

type TextName = 'name' | 'identifier' | 'contactPerson' | 'contactEmail' | 'contactPhone' | 'notes'
type StaffName = (typeof staffFields)[number]

/** The fields of a laboratory, shared by registration and editing. */
type CommonFields = Record<TextName, string> & { aeTitles: string[]; address: Address; isActive: boolean }
type Delivery = {
  mailOnReport: boolean
  preliminaryVisible: boolean
  archiveReports: boolean
  everySeriesDisplayed: boolean
  displayRules: DisplayRules
  sharePinRequired: boolean
}
type Escalation = { quietHours: { from: string; to: string }; escalationEmails: string[] }
export type LabFields = CommonFields & Delivery & Escalation & { version: number }
export type NewLabFields = CommonFields & Record<StaffName, string>

export const NewLab = LabUpdate.omit({
  version: true,
  mailOnReport: true,
  preliminaryVisible: true,
  archiveReports: true,
  everySeriesDisplayed: true,
  displayRules: true,
  sharePinRequired: true,
  quietHours: true,
  escalationEmails: true,
}).extend(LabRegistration.pick({ staffUsername: true, staffEmail: true, staffFullName: true }).shape)

export const infoFields = ['name', 'identifier', 'aeTitles', 'contactPerson', 'contactEmail', 'contactPhone'] as const
export const addressFields = ['address', 'notes', 'isActive'] as const
export const escalationFields = ['quietHours', 'escalationEmails'] as const
export const staffFields = ['staffUsername', 'staffEmail', 'staffFullName'] as const

export const labRequired = ['name', 'identifier'] as const
export const labMissing = 'Laboratory name and identifier are required.'

export const emptyLab: NewLabFields = {
  name: '',
  identifier: '',
  aeTitles: [],
  contactPerson: '',
  contactEmail: '',
  contactPhone: '',
  address: { street: '', city: '', state: '', zipCode: '', country: '' },
  notes: '',
  isActive: true,
  staffUsername: '',
  staffEmail: '',
  staffFullName: '',
}

/** Returns the fields under the names of the registration endpoint. */
export function toRegistration({ name, identifier, notes, isActive, ...same }: NewLabFields): z.input<typeof LabRegistration> {
  return { ...same, labName: name, labIdentifier: identifier.toUpperCase(), labNotes: notes, labIsActive: isActive }
}

/** Returns the initial values of the edit form. The identifier always counts as an AE title, so the list leaves it out. */
export function toLabFields(lab: LabDetails): LabFields {
  return {
    name: lab.name,
    identifier: lab.identifier,
    aeTitles: lab.aeTitles.filter((title) => title !== lab.identifier),
    contactPerson: lab.contactPerson ?? '',
    contactEmail: lab.contactEmail ?? '',
    contactPhone: lab.contactPhone ?? '',
    address: lab.address,
    notes: lab.notes ?? '',
    isActive: lab.isActive,
    mailOnReport: lab.mailOnReport,
    preliminaryVisible: lab.preliminaryVisible,
    archiveReports: lab.archiveReports,
    everySeriesDisplayed: lab.everySeriesDisplayed,
    displayRules: lab.displayRules,
    sharePinRequired: lab.sharePinRequired,
    quietHours: { from: lab.quietHours.from ?? '', to: lab.quietHours.to ?? '' },
    escalationEmails: lab.escalationEmails,
    version: lab.version,
  }
}
