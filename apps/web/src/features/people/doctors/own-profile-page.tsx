import type { DoctorProfile } from '@readroom/contracts/people/doctors'
import { ownProfileEndpoints } from '@readroom/contracts/people/own-profile'
import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import { useQuery } from '@tanstack/react-query'
import { FormBody } from '../../../components/form/form-body.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { formatLongDay } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { OwnPresence } from '../presence/own-presence.tsx'
import { ShiftFeed } from '../presence/shift-feed.tsx'
import { OwnProfileForm, toOwnFields, toParts } from './doctor-fields.ts'
import { ProfileSection } from './doctor-sections.tsx'
import { doctorFieldsOfCodes, ownProfileOptions, ownSignatureOptions } from './doctors.queries.ts'
import { CurrentSignature, SignatureField } from './signature-field.tsx'

/** Shows the data maintained by administrators, read-only. */
function Given({ profile }: { profile: DoctorProfile }) {
  const { userAccount, specialization, licenseNumber, department, licenseExpiresOn, readsModalities, readsBodyRegions } = profile
  const facts = {
    Name: userAccount.fullName,
    Email: userAccount.email,
    Specialization: specialization,
    License: licenseNumber,
    Department: department,
    'License expires on': licenseExpiresOn && formatLongDay(licenseExpiresOn),
    Modalities: readsModalities?.join(', ') ?? 'All',
    'Body regions': readsBodyRegions?.map((region) => bodyRegionNames[region]).join(', ') ?? 'All',
  }
  return (
    <dl className="grid gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-3">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-text-3">{label}</dt>
          <dd className="break-words">{value ? <bdi>{value}</bdi> : <span className="text-text-3">N/A</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function ProfileForm({ profile, reload }: { profile: DoctorProfile; reload: () => Promise<DoctorProfile | undefined> }) {
  const form = useSchemaForm({
    schema: OwnProfileForm,
    values: toOwnFields(profile),
    change: (_read, typed) => api.upload(ownProfileEndpoints.update, {}, toParts(typed)),
    done: () => 'Profile updated successfully',
    failed: 'Failed to update the profile',
    codes: signatureCodes,
    reload: async () => {
      const current = await reload()
      return current && toOwnFields(current)
    },
    onDone: () => void form.showCurrent?.(),
  })
  const { question } = useLeaveQuestion({ isFilled: form.isDirty, leave: () => {} })
  return (
    <>
      <FormBody form={form} label="My Profile" className="grid gap-4">
        <ProfileSection />
        <SignatureField current={profile.hasSignature && <CurrentSignature options={ownSignatureOptions(profile.version)} />} />
        <div className="flex justify-end">
          <SubmitButton label="Update Profile" busyLabel="Updating..." busy={form.isBusy} />
        </div>
      </FormBody>
      {question}
    </>
  )
}

const { SIGNATURE_INVALID, SIGNATURE_TOO_LARGE, SIGNATURE_TOO_MANY_PIXELS } = doctorFieldsOfCodes
const signatureCodes = { SIGNATURE_INVALID, SIGNATURE_TOO_LARGE, SIGNATURE_TOO_MANY_PIXELS }

/** Shows the page where doctors maintain their own profile. */
export default function OwnProfilePage() {
  useTitle('My Profile')
  const { data, error, refetch } = useQuery(ownProfileOptions)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-170 gap-5 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">My Profile</h1>
          <p className="mt-1 text-text-2">
            You can change your biography, languages, available days, signature, shifts and absences. Your administrator changes
            everything else.
          </p>
        </div>
        {error && !data && (
          <FormMessage tone="error">The profile could not be loaded. {reasonOf(error, 'The server did not answer.')}</FormMessage>
        )}
        {!data && !error && <Loading />}
        {data && <Given profile={data} />}
        {data && <ProfileForm profile={data} reload={async () => (await refetch()).data} />}
        {data && <OwnPresence />}
        {data && <ShiftFeed ofWhom="your shifts and absences" />}
      </div>
    </main>
  )
}
