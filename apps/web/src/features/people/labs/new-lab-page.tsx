import { labEndpoints } from '@readroom/contracts/people/labs'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PasswordSent } from '../../../components/form/password-sent.tsx'
import { Done } from '../../../components/wizard/full-page.tsx'
import { useWizard } from '../../../components/wizard/use-wizard.ts'
import { Wizard, type WizardStep } from '../../../components/wizard/wizard.tsx'
import { api } from '../../../lib/api/api.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { notify } from '../../../lib/notify.tsx'
import { labPath } from '../../../lib/paths.ts'
import {
  addressFields,
  emptyLab,
  infoFields,
  labMissing,
  NewLab,
  type NewLabFields,
  staffFields,
  toRegistration,
} from './lab-fields.ts'
import { ActiveSection, AddressSection, InfoSection, NotesSection, StaffSection } from './lab-sections.tsx'
import { labFieldsOfCodes, labKeys } from './labs.queries.ts'

const staffMissing = 'Staff username, email, and full name are required.'

function AddressStep() {
  return (
    <>
      <AddressSection />
      <NotesSection />
      <ActiveSection label="Laboratory active" hint="Staff can sign in as soon as the laboratory is registered." />
    </>
  )
}

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part?.trim()).join(', ')

const steps: readonly WizardStep<NewLabFields>[] = [
  {
    title: 'Lab Info',
    hint: 'Name and contact',
    summary: ({ name, identifier }) => joined(name, identifier),
    Content: InfoSection,
  },
  {
    title: 'Address',
    hint: 'Street, city and country',
    summary: ({ address }) => joined(address.city, address.country),
    Content: AddressStep,
  },
  { title: 'Staff Account', hint: 'First staff account', Content: StaffSection },
]

const rules = [
  { fields: infoFields, missing: labMissing },
  { fields: addressFields, missing: '' },
  { fields: staffFields, missing: staffMissing },
]

export default function NewLabPage() {
  useTitle('Lab Registration')
  const navigate = useNavigate()
  const [registered, setRegistered] = useState<NewLabFields | null>(null)
  const wizard = useWizard({
    name: 'new-lab',
    schema: NewLab,
    values: emptyLab,
    steps: rules,
    failed: 'An error occurred while registering the lab. Please try again.',
    codes: { ...labFieldsOfCodes, EMAIL_TAKEN: 'staffEmail', USERNAME_TAKEN: 'staffUsername' },
    change: (values) => api.call(labEndpoints.register, { body: toRegistration(values) }),
    invalidates: [labKeys.all],
    onDone({ data }, values) {
      setRegistered(values)
      // The page leaves by itself, so what comes next must not be a link on it.
      notify.info(`The scanner of ${values.name} is not connected yet`, {
        duration: Number.POSITIVE_INFINITY,
        action: { label: 'Connect', onClick: () => navigate(labPath(data._id)) },
      })
    },
  })
  return (
    <Wizard
      name="Lab Registration"
      steps={steps}
      wizard={wizard}
      submitLabel="Register Laboratory"
      busyLabel="Registering..."
      done={
        registered && (
          <Done title="Laboratory registered successfully!">
            <PasswordSent email={registered.staffEmail} isLater={!registered.isActive} />
          </Done>
        )
      }
    />
  )
}
