import { type LabDetails, LabRegistration, LabUpdate } from '@readroom/contracts/people/labs'
import type { z } from 'zod'

export const LabForm = LabUpdate.required()
/** The fields of a laboratory, shared by registration and editing. */
export type LabFields = z.input<typeof LabForm>

export const NewLab = LabForm.omit({
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
export type NewLabFields = z.input<typeof NewLab>

export const infoFields = ['name', 'identifier', 'aeTitles', 'contactPerson', 'contactEmail', 'contactPhone'] as const
export const addressFields = ['address', 'notes', 'isActive'] as const
export const staffFields = ['staffUsername', 'staffEmail', 'staffFullName'] as const

export const labMissing = 'Laboratory name and identifier are required.'

export const emptyLab = {
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
} satisfies NewLabFields

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
