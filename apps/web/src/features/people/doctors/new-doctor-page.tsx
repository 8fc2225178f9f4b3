import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { useState } from 'react'
import { PasswordSent } from '../../../components/form/password-sent.tsx'
import { Done } from '../../../components/wizard/full-page.tsx'
import { useWizard } from '../../../components/wizard/use-wizard.ts'
import { Wizard, type WizardStep } from '../../../components/wizard/wizard.tsx'
import { api } from '../../../lib/api/api.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import {
  accountFields,
  additionalFields,
  type DoctorFields,
  emptyDoctor,
  NewDoctorForm,
  professionFields,
  readsFields,
  toParts,
} from './doctor-fields.ts'
import { AccountSection, AdditionalSection, ProfessionSection } from './doctor-sections.tsx'
import { doctorFieldsOfCodes, doctorKeys } from './doctors.queries.ts'
import { ReadsSection } from './reads-section.tsx'

const AccountStep = () => <AccountSection emailHint="A generated password is sent to this address." />

const ProfessionStep = () => (
  <>
    <ProfessionSection />
    <ReadsSection />
  </>
)

const steps: readonly WizardStep<DoctorFields>[] = [
  { title: 'Account Info', hint: 'Name and sign-in', summary: ({ fullName }) => fullName, Content: AccountStep },
  {
    title: 'Professional Details',
    hint: 'Specialization, license, what they read',
    summary: ({ specialization }) => specialization,
    Content: ProfessionStep,
  },
  { title: 'Additional Info', hint: 'Languages, days, signature', Content: AdditionalSection },
]

const rules = [
  { fields: accountFields, missing: 'Username, email, and full name are required.' },
  { fields: [...professionFields, ...readsFields], missing: 'Specialization and license number are required.' },
  { fields: additionalFields, missing: '' },
]

type Registered = { email: string; signatureUploaded: boolean }

export default function NewDoctorPage() {
  useTitle('Doctor Registration')
  const [registered, setRegistered] = useState<Registered | null>(null)
  const wizard = useWizard({
    name: 'new-doctor',
    schema: NewDoctorForm,
    values: emptyDoctor,
    steps: rules,
    failed: 'An error occurred while registering the doctor. Please try again.',
    codes: doctorFieldsOfCodes,
    change: (values) => api.upload(doctorEndpoints.register, {}, toParts(values)),
    invalidates: [doctorKeys.all],
    onDone: ({ signatureUploaded }, { email }) => setRegistered({ email, signatureUploaded }),
  })
  const signature = wizard.form.watch('signature')
  return (
    <Wizard
      name="Doctor Registration"
      steps={steps}
      wizard={wizard}
      submitLabel={signature ? 'Register Doctor & Upload Signature' : 'Register Doctor'}
      busyLabel="Registering..."
      done={
        registered && (
          <Done title="Doctor registered successfully!">
            <PasswordSent email={registered.email} />
            {registered.signatureUploaded && <p>The signature was uploaded.</p>}
          </Done>
        )
      }
    />
  )
}
