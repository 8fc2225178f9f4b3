import { CaseType, caseTypes, Priority, priorities, salutations } from '@readroom/contracts/core/primitives'
import { nameFieldNames } from '@readroom/contracts/patients/name-fields'
import { statusChanges } from '@readroom/contracts/patients/record-fields'
import { manualMarks } from '@readroom/contracts/studies/study-marks'
import { urgencyLabels, urgencyOf } from '@readroom/contracts/studies/urgency'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { capital, formatDate, formatInstant } from '../../../../lib/format.ts'
import { type FieldName, type RecordValues, recordFields, sections } from '../record-fields.ts'
import { ReadOnlyFact, RecordChoice, RecordDay, RecordLine, RecordText, useShownRecord } from './record-field.tsx'
import { RecordSection } from './record-section.tsx'

/** The width from which the fields stand beside the tabs. */
const wide = '(min-width: 1024px)'

const same = (values: readonly string[]) => values.map((value) => [value, value] as const)

const salutationOptions = [['', 'SELECT'], ...same(salutations)] as const
const genderOptions = [
  ['', 'Select'],
  ['M', 'M'],
  ['F', 'F'],
  ['O', 'Other'],
] as const
const caseTypeOptions = caseTypes.map((type) => [type, capital(type)] as const)

const marks: readonly FieldName[] = ['mlcCase', ...manualMarks]

/** Shows the marks of the study, each with a button that removes it. */
function Marks() {
  const { canEdit } = useShownRecord()
  const { watch, setValue } = useFormContext<RecordValues>()
  const set = marks.filter((name) => watch(name) === 'yes')
  if (set.length === 0) return null
  return (
    <ul aria-label="Marked" className="flex flex-wrap gap-1.5">
      {set.map((name) => {
        const word = recordFields[name].label
        return (
          <li key={name} className="flex items-center rounded-xs border border-line-strong pl-1.5 text-xs">
            <span className={canEdit ? undefined : 'pr-1.5'}>{word}</span>
            {canEdit && (
              <IconButton size="sm" label={`Remove: ${word}`} onClick={() => setValue(name, '', { shouldDirty: true })}>
                <X size={12} />
              </IconButton>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function instantText(iso: string | null) {
  return iso === null ? { text: null, exact: undefined } : formatInstant(iso)
}

/** Shows the urgency that follows from the fields as they are typed, above the fields. */
function Urgency() {
  const { watch } = useFormContext<RecordValues>()
  const caseType = CaseType.safeParse(watch('caseType')).data ?? 'routine'
  const priority = Priority.safeParse(watch('priorityLevel')).data ?? 'NORMAL'
  return (
    <div className="grid gap-2.5">
      <h4 className="flex items-center gap-2 font-semibold">
        Urgency <span className="font-regular">{urgencyLabels[urgencyOf({ caseType, priority })]}</span>
      </h4>
      <div className="grid grid-cols-2 gap-2.5">
        <RecordChoice name="caseType" options={caseTypeOptions} />
        <RecordChoice name="studyPriority" options={same(statusChanges)} />
      </div>
      <Marks />
      <RecordChoice
        name="priorityLevel"
        options={same(priorities)}
        hint="Select this if you need an immediate report or to meet the referral doctor."
      />
    </div>
  )
}

const mainNameParts: readonly string[] = ['familyName', 'givenName', 'middleName']
const otherNameParts = nameFieldNames.filter((name) => !mainNameParts.includes(name))

/** Shows the parts of a name that few people have. They are folded unless one is filled. */
function OtherNameParts() {
  const { patientInfo } = useShownRecord().record
  const isOpenAtFirst = otherNameParts.some((name) => patientInfo[name] !== '')
  return (
    <details open={isOpenAtFirst}>
      <summary className="cursor-pointer text-xs font-medium text-text-2 max-lg:py-2">Other name parts and scripts</summary>
      <div className="mt-2 grid gap-2.5">
        <div className="grid grid-cols-2 gap-2.5">
          <RecordLine name="namePrefix" />
          <RecordLine name="nameSuffix" />
          <RecordLine name="ideographicFamilyName" />
          <RecordLine name="ideographicGivenName" />
          <RecordLine name="phoneticFamilyName" />
          <RecordLine name="phoneticGivenName" />
        </div>
      </div>
    </details>
  )
}

function PatientSection({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  return (
    <RecordSection title="Patient" fields={sections.patient} isOpenAtFirst={isOpenAtFirst}>
      <div className="grid gap-3">
        <fieldset className="grid gap-2.5">
          <legend className="sr-only">Patient name</legend>
          <div className="grid grid-cols-[94px_1fr] max-lg:grid-cols-[112px_1fr] gap-2.5">
            <RecordChoice name="salutation" options={salutationOptions} />
            <RecordLine name="familyName" />
          </div>
          <div className="grid grid-cols-2 gap-2.5">
            <RecordLine name="givenName" />
            <RecordLine name="middleName" />
          </div>
          <OtherNameParts />
        </fieldset>
        <div className="grid grid-cols-2 gap-2.5">
          <RecordLine name="patientId" />
          <RecordLine name="accessionNumber" />
        </div>
        <div className="grid grid-cols-[64px_84px_1fr] gap-2.5">
          <RecordLine name="age" />
          <RecordChoice name="gender" options={genderOptions} />
          <RecordDay name="dateOfBirth" />
        </div>
      </div>
    </RecordSection>
  )
}

function StudySection({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const { studyInfo } = useShownRecord().record
  const made =
    studyInfo.studyDate && [formatDate(studyInfo.studyDate), studyInfo.studyTime?.slice(0, 5)].filter(Boolean).join(' ')
  return (
    <RecordSection title="Study" fields={sections.study} isOpenAtFirst={isOpenAtFirst}>
      <div className="grid gap-3">
        <RecordLine name="examDescription" />
        <div className="grid grid-cols-[1fr_76px_76px] gap-2.5">
          <RecordLine name="code" />
          <ReadOnlyFact label="Series" value={String(studyInfo.numberOfSeries)} />
          <ReadOnlyFact label="Images" value={String(studyInfo.numberOfImages)} />
        </div>
        <div className="grid grid-cols-2 gap-2.5">
          <ReadOnlyFact label="Study date" value={made || null} />
          <RecordDay name="lmp" />
        </div>
      </div>
    </RecordSection>
  )
}

function ContactSection() {
  const { studyInfo } = useShownRecord().record
  const [modified, reported] = [instantText(studyInfo.modifiedAt), instantText(studyInfo.reportedAt)]
  return (
    <RecordSection title="Contact and changes" fields={sections.contact}>
      <div className="grid gap-3">
        <div className="grid grid-cols-2 gap-2.5">
          <RecordLine name="contactPhone" type="tel" />
          <RecordLine name="contactEmail" type="email" />
        </div>
        <RecordText name="address" />
        <div className="grid grid-cols-2 gap-2.5">
          <ReadOnlyFact label="Modified" value={modified.text} tip={modified.exact} />
          <ReadOnlyFact label="Report date and time" value={reported.text} tip={reported.exact} />
        </div>
      </div>
    </RecordSection>
  )
}

/**
 * Shows the fields of the section beside the tabs: first the urgency, which is set for every study. What the scanner sends is folded on narrow screens,
 * where the clinical history follows below.
 */
export function StudyFields() {
  const [isWide] = useState(() => window.matchMedia(wide).matches)
  return (
    <section aria-labelledby="record-top" className="grid gap-3">
      <h3 id="record-top" className="font-semibold">
        Patient & Study Related Information
      </h3>
      <Urgency />
      <div>
        <PatientSection isOpenAtFirst={isWide} />
        <StudySection isOpenAtFirst={isWide} />
        <ContactSection />
      </div>
    </section>
  )
}
