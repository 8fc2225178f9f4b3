import { otpMinutes } from '@readroom/contracts/access/password-recovery'
import { generatedPasswordHours } from '@readroom/contracts/access/passwords'
import type { Role } from '@readroom/contracts/core/permissions'
import type { CriticalCategory } from '@readroom/contracts/reports/critical-results'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { shareDays } from '@readroom/contracts/studies/sharing'
import type { SecondFactorEvent } from '@readroom/jobs/jobs'
import { type Paragraph, type Rendered, render } from './render.ts'

export type Message = Rendered & { subject: string }

/** The portal's data in every mail. */
export type Portal = { publicUrl: string; supportEmail: string | undefined; texts: MailTexts }

/** An administrator's own words at the end of every mail, and of some. */
export type MailTexts = { every: string; invitation: string; report: string; critical: string }

export const noTexts: MailTexts = { every: '', invitation: '', report: '', critical: '' }

export const loginUrl = ({ publicUrl }: Portal) => new URL('/login', publicUrl).href
export const support = ({ supportEmail }: Portal) => supportEmail ?? 'your administrator'

const ownWords = (text: string): string[] => text.split(/\n+/).filter((line) => line.trim() !== '')

type Written = { fullName: string | null; subject: string; own?: keyof MailTexts }

/** Returns an email: greeting, paragraphs, and the administrator's own words. `fullName` null: the name is not known. */
export function write({ texts }: Portal, { fullName, subject, own }: Written, paragraphs: Paragraph[]): Message {
  const hello = fullName === null ? 'Hello,' : `Hello ${fullName},`
  return { subject, ...render([hello, ...paragraphs, ...ownWords(own ? texts[own] : ''), ...ownWords(texts.every)]) }
}

export function recoveryCode(portal: Portal, { fullName, code }: { fullName: string; code: string }): Message {
  return write(portal, { fullName, subject: 'Your Readroom code' }, [
    'Someone requested a new password for your Readroom account. To set one, enter this code:',
    { Code: code },
    `It works once, within ${otpMinutes} minutes. Codes from earlier emails no longer work.`,
    'Readroom staff never ask for this code. If you did not request it, you need not do anything: ' +
      `your password does not change. If this happens often, contact ${support(portal)}.`,
  ])
}

type Issued = { fullName: string; email: string; password: string }

export function generatedPassword(portal: Portal, { fullName, email, password }: Issued): Message {
  return write(portal, { fullName, subject: 'Your Readroom password', own: 'invitation' }, [
    'Sign in to Readroom with these details:',
    { Address: loginUrl(portal), Email: email, Password: password },
    `The password works for ${generatedPasswordHours} hours. You choose your own at the first sign-in. ` +
      'Passwords from earlier emails no longer work.',
    `If you did not expect an account, or the password has expired, contact ${support(portal)}.`,
  ])
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function passwordNotice(portal: Portal, { fullName, changedAt }: { fullName: string; changedAt: Date }): Message {
  return write(portal, { fullName, subject: 'Your Readroom password was changed' }, [
    `The password of your Readroom account was changed on ${instant.format(changedAt)} UTC.`,
    'If this was you, you need not do anything.',
    `If it was not you, contact ${support(portal)} immediately, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

type MovedAddress = { fullName: string; address: 'former' | 'present'; changedAt: Date }

/** To the address that an account had: it does not say which one it has now. To the one that it has: how to sign in. */
export function emailNotice(portal: Portal, { fullName, address, changedAt }: MovedAddress): Message {
  const at = `${instant.format(changedAt)} UTC`
  if (address === 'former')
    return write(portal, { fullName, subject: 'The email address of your Readroom account was changed' }, [
      `An administrator changed the email address of your Readroom account on ${at}. You can no longer sign in with this address, and it receives no more emails.`,
      'If you know about this change, you need not do anything.',
      `If you do not, contact ${support(portal)} immediately.`,
    ])
  return write(portal, { fullName, subject: 'This is now the email address of your Readroom account' }, [
    `An administrator set this email address for your Readroom account on ${at}. Sign in with it from now on:`,
    { Address: loginUrl(portal) },
    `Your password does not change. If you have no account, contact ${support(portal)}.`,
  ])
}

export function testMail(portal: Portal, { fullName }: { fullName: string }): Message {
  return write(portal, { fullName, subject: 'Readroom test email' }, [
    `Emails from ${portal.publicUrl} arrive. You requested this one on the System page.`,
  ])
}

/** The words for each change of the second factor, and for the advice to an owner who did not make it. */
const secondFactorWords: Record<SecondFactorEvent, { subject: string; what: string; otherwise: string }> = {
  added: {
    subject: 'A second factor was added to your Readroom account',
    what: 'An authenticator app or a passkey was added to your Readroom account',
    otherwise: 'someone else has your password',
  },
  removed: {
    subject: 'A second factor was removed from your Readroom account',
    what: 'An authenticator app or a passkey was removed from your Readroom account',
    otherwise: 'someone else has your password and a code',
  },
  reset: {
    subject: 'The second factor of your Readroom account was reset',
    what: 'An administrator removed the authenticator app, the passkeys and the recovery codes of your Readroom account',
    otherwise: 'someone else asked for this change',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your Readroom account was used',
    what: 'Someone signed in to your Readroom account with one of your recovery codes',
    otherwise: 'someone else has your password and your recovery codes',
  },
  guessed: {
    subject: 'Someone tried to sign in to your Readroom account',
    what: 'Someone entered your password and then several wrong codes. They did not get in. The last code was entered',
    otherwise: 'someone else has your password',
  },
}

type SecondFactorNotice = { fullName: string; event: SecondFactorEvent; at: Date }

export function secondFactorNotice(portal: Portal, { fullName, event, at }: SecondFactorNotice): Message {
  const { subject, what, otherwise } = secondFactorWords[event]
  return write(portal, { fullName, subject }, [
    `${what} on ${instant.format(at)} UTC.`,
    'If you know about this change, you need not do anything.',
    `If not, ${otherwise}. Contact ${support(portal)} immediately, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

type Dispatched = { recipientName: string | null; reports: number; tokens: readonly string[] }

/** Links that open images without signing in. */
function imageLinks({ publicUrl }: Portal, tokens: readonly string[]): Paragraph[] {
  if (tokens.length === 0) return []
  const name = (index: number) => (tokens.length === 1 ? 'Images' : `Images ${index + 1}`)
  const addresses = tokens.map((token, index) => [name(index), new URL(`/share/${token}`, publicUrl).href])
  const words = `Anyone with this email can open the images for ${shareDays} days without signing in. Do not pass it on.`
  return [words, Object.fromEntries(addresses)]
}

/** Names nobody but the recipient: who the reports are about is read after signing in. */
export function dispatchedReports(portal: Portal, { recipientName, reports, tokens }: Dispatched): Message {
  const ready = reports === 1 ? 'A report is ready' : `${reports} reports are ready`
  return write(
    portal,
    {
      fullName: recipientName,
      subject: reports === 1 ? 'A report is ready in Readroom' : `${reports} reports are ready in Readroom`,
      own: 'report',
    },
    [
      `${ready} for you. Sign in to read ${reports === 1 ? 'it' : 'them'}:`,
      { Address: loginUrl(portal) },
      ...imageLinks(portal, tokens),
      `To protect patients, this email contains no patient data. If you have no account or did not expect this email, contact ${support(portal)}.`,
    ],
  )
}

type Notice = { studyId: string; labName: string; accessionNumber: string | null; kind: ReportKind | null }

/** Returns a study's name in mails to its laboratory: never the patient, nor a whole accession number. */
const studyWords = ({ labName, accessionNumber }: Pick<Notice, 'labName' | 'accessionNumber'>) =>
  `${labName}, ${accessionNumber ? `accession ends ${accessionNumber.slice(-4)}` : 'without an accession number'}`

type Words = { subject: string; said: (study: string) => string }

/** The words of a notice to a laboratory, by the kind of report. */
const reportWords: Record<ReportKind, Words> = {
  original: { subject: 'A report is ready in Readroom', said: (study) => `A report of ${study}, is ready.` },
  addendum: {
    subject: 'An addendum to a report is ready in Readroom',
    said: (study) => `An addendum was added to a report of ${study}. Earlier downloads do not contain it.`,
  },
  correction: {
    subject: 'A report was corrected in Readroom',
    said: (study) => `A report of ${study}, was corrected. Earlier downloads are out of date.`,
  },
}

/** Names no patient. `kind` null: it was uploaded. */
export function reportNotice(portal: Portal, { studyId, kind, ...study }: Notice): Message {
  const { subject, said } = reportWords[kind ?? 'original']
  const address = kind === null ? `/lab/dashboard?dialog=reports&study=${studyId}` : `/studies/${studyId}/report`
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    { Address: new URL(address, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}

/** Names neither patient nor question. */
export function questionNotice(portal: Portal, { studyId, ...study }: Omit<Notice, 'kind'>): Message {
  return write(portal, { fullName: null, subject: 'A doctor has a question about a study', own: 'report' }, [
    `A doctor has a question about ${studyWords(study)}. The report waits for your answer.`,
    'Sign in to read the question and answer it:',
    { Address: new URL(`/lab/dashboard?dialog=discussion&study=${studyId}`, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

/** The words of a notice to a holder of an earlier report, by the kind of the newer one. */
const amendmentWords: Record<ReportKind, Words> = {
  original: {
    subject: 'A report that you have was replaced',
    said: (study) => `You have a report of ${study}. There is a newer report. Your copy is out of date.`,
  },
  addendum: {
    subject: 'An addendum to a report that you have',
    said: (study) => `You have a report of ${study}. An addendum was added. Your copy does not contain it.`,
  },
  correction: {
    subject: 'A report that you have was corrected',
    said: (study) => `You have a report of ${study}. It was corrected. Your copy is out of date.`,
  },
}

/** Names no patient. `kind` null: the newer one was uploaded. */
export function amendmentNotice(portal: Portal, { fullName, kind, ...study }: Notice & { fullName: string | null }): Message {
  const { subject, said } = amendmentWords[kind ?? 'original']
  return write(portal, { fullName, subject, own: 'report' }, [
    said(studyWords(study)),
    'Sign in to read the new report:',
    { Address: kind === null ? loginUrl(portal) : new URL(`/studies/${study.studyId}/report`, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

type Critical = Pick<Notice, 'labName' | 'accessionNumber'> & { category: CriticalCategory }

const urgency: Record<CriticalCategory, string> = {
  1: 'Take notice of it within minutes.',
  2: 'Take notice of it within hours.',
  3: 'Take notice of it within days.',
}

/** Names neither patient nor finding. */
export function criticalNotice(portal: Portal, { category, ...study }: Critical): Message {
  return write(portal, { fullName: null, subject: `Critical result, category ${category}`, own: 'critical' }, [
    `Critical result in ${studyWords(study)}. ${urgency[category]}`,
    'Sign in, read it and acknowledge it by name. This email repeats until someone does.',
    { Address: loginUrl(portal) },
  ])
}

/** A study whose report is due or late. Instants by the clinic's clock. */
type Escalated = Pick<Notice, 'studyId' | 'accessionNumber'> & {
  labName: string | null
  step: EscalationStep
  readyAt: Date | null
  dueAt: Date | null
}
/** `role` null: an address without an account. `zone`: IANA name of the clinic's zone. */
type EscalationNotice = { fullName: string | null; role: Role | null; zone: string; studies: readonly Escalated[] }

const escalationSubjects: Record<EscalationStep, string> = {
  warning: 'A report is due soon',
  unopened: 'An emergency is waiting',
  deadline: 'A report is late',
  overdue: 'A report is long overdue',
}

/** The sentence about a study at each step. */
const escalationWords: Record<EscalationStep, (due: string, ready: string) => string> = {
  warning: (due) => `The report is due on ${due}.`,
  unopened: (_due, ready) => `This emergency has been ready since ${ready}. Nobody has opened it.`,
  deadline: (due) => `The report was due on ${due}.`,
  overdue: (due) => `The report was due on ${due}, and there is none.`,
}

/** Studies that one email names. */
const mostNamed = 20

const studyPath: Record<Role, (studyId: string) => string> = {
  admin: (studyId) => `/admin/dashboard?dialog=assign&study=${studyId}`,
  doctor_account: (studyId) => `/reading/${studyId}`,
  lab_staff: (studyId) => `/lab/dashboard?dialog=summary&study=${studyId}`,
}

/** Names no patient. Tells an administrator where to assign each study, and a doctor where to read it. */
export function escalationNotice(portal: Portal, { fullName, role, zone, studies }: EscalationNotice): Message {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  const say = (at: Date | null) => (at ? `${format.format(at)} (${zone})` : 'an unknown day')
  const named = studies.slice(0, mostNamed)
  const lines = named.flatMap(({ studyId, labName, accessionNumber, step, readyAt, dueAt }): Paragraph[] => [
    `${studyWords({ labName: labName ?? 'No laboratory', accessionNumber })}. ${escalationWords[step](say(dueAt), say(readyAt))}` +
      (step === 'overdue' && role === 'admin' ? ' Reassign the study.' : ''),
    { Address: role === null ? loginUrl(portal) : new URL(studyPath[role](studyId), portal.publicUrl).href },
  ])
  const [first] = named
  const subject =
    studies.length === 1 && first ? escalationSubjects[first.step] : `${studies.length} studies wait for their report`
  const more = studies.length > mostNamed ? [`${studies.length - mostNamed} more wait in Readroom.`] : []
  return write(portal, { fullName, subject }, [
    ...lines,
    ...more,
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}
