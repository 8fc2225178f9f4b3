import { type Address, type LabDetails, LabRegistration, LabUpdate } from '@readroom/contracts/labs'
import type { z } from 'zod'

type TextName = 'name' | 'identifier' | 'contactPerson' | 'contactEmail' | 'contactPhone' | 'notes'
type StaffName = (typeof staffFields)[number]

/** The fields of a laboratory, the same for the registration and for a change. */
type CommonFields = Record<TextName, string> & { aeTitles: string[]; address: Address; isActive: boolean }
type Delivery = { mailOnReport: boolean; preliminaryVisible: boolean; archiveReports: boolean }
export type LabFields = CommonFields & Delivery & { version: number }
export type NewLabFields = CommonFields & Record<StaffName, string>

export const NewLab = LabUpdate.omit({
  version: true,
  mailOnReport: true,
  preliminaryVisible: true,
  archiveReports: true,
}).extend(LabRegistration.pick({ staffUsername: true, staffEmail: true, staffFullName: true }).shape)

export const infoFields = ['name', 'identifier', 'aeTitles', 'contactPerson', 'contactEmail', 'contactPhone'] as const
export const addressFields = ['address', 'notes', 'isActive'] as const
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

/** The registration's names of the same fields. */
export function toRegistration({ name, identifier, notes, isActive, ...same }: NewLabFields): z.input<typeof LabRegistration> {
  return { ...same, labName: name, labIdentifier: identifier.toUpperCase(), labNotes: notes, labIsActive: isActive }
}

/** What the edit form starts with. The identifier is an AE title anyway, so the list leaves it out. */
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
    version: lab.version,
  }
}
