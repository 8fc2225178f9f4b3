import type { FirstStep, FirstSteps } from '@readroom/contracts/operations/first-steps'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { formatInstant, inGB } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ScannerConnection } from '../../people/labs/lab-connection.tsx'
import { TestMailButton } from '../system/test-mail-button.tsx'
import { CommandLine } from './command-line.tsx'
import { TimeZoneStep } from './time-zone-step.tsx'

type Props = { steps: FirstSteps }

function LaboratoryStep() {
  return (
    <ButtonLink look="primary" className="max-lg:h-11" to={paths.newLab}>
      Register laboratory
    </ButtonLink>
  )
}

function DoctorStep() {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink look="primary" className="max-lg:h-11" to={paths.newDoctor}>
        Register doctor
      </ButtonLink>
      <ButtonLink className="max-lg:h-11" to={paths.importPeople}>
        Import doctors from a file
      </ButtonLink>
    </div>
  )
}

function StudyStep({ steps: { laboratory } }: Props) {
  if (!laboratory) return <p className="text-text-2">Register a laboratory first.</p>
  return (
    <>
      <p className="mb-2 text-text-2">
        Enter these values at the scanner of <bdi className="font-medium text-text">{laboratory.name}</bdi>:
      </p>
      <ScannerConnection labId={laboratory._id} />
    </>
  )
}

/** Describes why emails do not count as delivered yet. */
function emailProblem({ folder, testedAt, acceptedAt }: FirstSteps['email']): string {
  if (folder !== null)
    return `No mail server is set. Emails stay in the folder ${folder} of the server, and nobody receives them. Set SMTP_URL and restart.`
  if (testedAt === null || acceptedAt !== null) return 'No test email was sent yet.'
  return `The mail server has not accepted the test email of ${formatInstant(testedAt).text} yet.`
}

function EmailStep({ steps: { email } }: Props) {
  return (
    <>
      <p className="break-words text-text-2">
        {emailProblem(email)}{' '}
        {email.testedAt !== null && (
          <Link className="text-accent-text underline" to={paths.adminSystem}>
            Show unsent emails
          </Link>
        )}
      </p>
      <TestMailButton />
    </>
  )
}

function BackupStep({ steps: { backup } }: Props) {
  return (
    <>
      {backup.failed && (
        <FormMessage tone="error" className="mb-2">
          The backup of {formatInstant(backup.failed.at).text} failed: {backup.failed.reason}
        </FormMessage>
      )}
      <p className="mb-2 text-text-2">No complete backup recorded. Run this command on the server, then schedule it daily:</p>
      <CommandLine command="docker compose run --rm operator backup --keep 14" />
    </>
  )
}

export type StepContent = {
  title: string
  hint: string
  /** Returns the result of a done step. */
  result: (steps: FirstSteps) => string
  Content: ComponentType<Props>
}

/** The words and the work of each step. */
export const stepContents: Record<FirstStep, StepContent> = {
  timeZone: {
    title: 'Set the time zone',
    hint: 'Times on screens and in reports are in this zone. Days begin in it.',
    result: ({ clinicTimeZone }) => clinicTimeZone,
    Content: TimeZoneStep,
  },
  laboratory: {
    title: 'Register a laboratory',
    hint: 'Studies belong to the laboratory whose AE title sends them.',
    result: ({ laboratory }) => laboratory?.name ?? '',
    Content: LaboratoryStep,
  },
  doctor: {
    title: 'Register a doctor',
    hint: 'Doctors read the studies that you assign to them.',
    result: () => 'At least one doctor registered',
    Content: DoctorStep,
  },
  study: {
    title: 'Receive a first study',
    hint: 'Connect a scanner and send a test study.',
    result: () => 'The first study has arrived',
    Content: StudyStep,
  },
  email: {
    title: 'Check email delivery',
    hint: 'New accounts get their passwords by email.',
    result: ({ email: { acceptedAt } }) =>
      acceptedAt === null ? '' : `The mail server accepted a test email on ${formatInstant(acceptedAt).text}`,
    Content: EmailStep,
  },
  backup: {
    title: 'Take a first backup',
    hint: 'A backup holds all records, files and images.',
    result: ({ backup: { last } }) =>
      last === null ? '' : `Last backup ${formatInstant(last.startedAt).text}, ${inGB(last.size)}`,
    Content: BackupStep,
  },
}
