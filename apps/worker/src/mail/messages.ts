import type { CriticalCategory } from '@readroom/contracts/critical-results'
import { otpMinutes } from '@readroom/contracts/password-recovery'
import { generatedPasswordHours } from '@readroom/contracts/passwords'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { shareDays } from '@readroom/contracts/sharing'
import type { SecondFactorEvent } from '@readroom/jobs/jobs'
import { type Paragraph, type Rendered, render } from './render.ts'

export type Message = Rendered & { subject: string }

/** What every mail tells of the portal it comes from. */
export type Portal = { publicUrl: string; supportEmail: string | undefined; texts: MailTexts }

/** An administrator's own words at the end of every mail, and of some. */
export type MailTexts = { every: string; invitation: string; report: string; critical: string }

export const noTexts: MailTexts = { every: '', invitation: '', report: '', critical: '' }

const loginUrl = ({ publicUrl }: Portal) => new URL('/login', publicUrl).href
const support = ({ supportEmail }: Portal) => supportEmail ?? 'your administrator'

const ownWords = (text: string): string[] => text.split(/\n+/).filter((line) => line.trim() !== '')

type Written = { fullName: string | null; subject: string; own?: keyof MailTexts }

function write({ texts }: Portal, { fullName, subject, own }: Written, paragraphs: Paragraph[]): Message {
  const hello = fullName === null ? 'Hello,' : `Hello ${fullName},`
  return { subject, ...render([hello, ...paragraphs, ...ownWords(own ? texts[own] : ''), ...ownWords(texts.every)]) }
}

export function recoveryCode(portal: Portal, { fullName, code }: { fullName: string; code: string }): Message {
  return write(portal, { fullName, subject: 'Your Readroom code' }, [
    'Somebody asked for a new password for your Readroom account. To set one, enter this code:',
    { Code: code },
    `It works for ${otpMinutes} minutes and once. Codes of earlier mails no longer work.`,
    'Nobody from Readroom ever asks you for this code. If it was not you who asked for it, you need not do anything: ' +
      `your password stays as it is. If this happens often, tell ${support(portal)}.`,
  ])
}

type Issued = { fullName: string; email: string; password: string }

export function generatedPassword(portal: Portal, { fullName, email, password }: Issued): Message {
  return write(portal, { fullName, subject: 'Your Readroom password', own: 'invitation' }, [
    'This is how you sign in to Readroom:',
    { Address: loginUrl(portal), 'E-mail': email, Password: password },
    `The password works for ${generatedPasswordHours} hours, and you are asked to choose one of your own at the first sign-in. ` +
      'Passwords of earlier mails no longer work.',
    `If you do not expect an account, or the time has run out, tell ${support(portal)}.`,
  ])
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function passwordNotice(portal: Portal, { fullName, changedAt }: { fullName: string; changedAt: Date }): Message {
  return write(portal, { fullName, subject: 'Your Readroom password was changed' }, [
    `The password of your Readroom account was changed on ${instant.format(changedAt)} UTC.`,
    'If that was you, you need not do anything.',
    `If it was not you, tell ${support(portal)} at once, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

type MovedAddress = { fullName: string; address: 'former' | 'present'; changedAt: Date }

/** To the address that an account had: it does not say which one it has now. To the one that it has: how to sign in. */
export function emailNotice(portal: Portal, { fullName, address, changedAt }: MovedAddress): Message {
  const at = `${instant.format(changedAt)} UTC`
  if (address === 'former')
    return write(portal, { fullName, subject: 'The e-mail address of your Readroom account was changed' }, [
      `An administrator gave your Readroom account another e-mail address on ${at}. This one no longer signs in, and gets no more mails.`,
      'If you know of it, you need not do anything.',
      `If you do not, tell ${support(portal)} at once.`,
    ])
  return write(portal, { fullName, subject: 'This is the address of your Readroom account now' }, [
    `An administrator gave your Readroom account this e-mail address on ${at}. From now on you sign in with it:`,
    { Address: loginUrl(portal) },
    `Your password stays as it is. If you have no account, tell ${support(portal)}.`,
  ])
}

export function testMail(portal: Portal, { fullName }: { fullName: string }): Message {
  return write(portal, { fullName, subject: 'Test mail of Readroom' }, [
    `Mails of ${portal.publicUrl} arrive: this one was asked for on its page System.`,
  ])
}

/** What happened to the second step, and what whoever did not do it has to do about it. */
const secondFactorWords: Record<SecondFactorEvent, { subject: string; what: string; otherwise: string }> = {
  added: {
    subject: 'Your Readroom account has a new second step',
    what: 'An authenticator app or a passkey was added to your Readroom account',
    otherwise: 'somebody else has your password',
  },
  removed: {
    subject: 'A second step of your Readroom account was removed',
    what: 'An authenticator app or a passkey was removed from your Readroom account',
    otherwise: 'somebody else has your password and a code',
  },
  reset: {
    subject: 'The second step of your Readroom account was reset',
    what: 'An administrator removed the authenticator app, the passkeys and the recovery codes of your Readroom account',
    otherwise: 'you did not ask for it',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your Readroom account was used',
    what: 'Somebody signed in to your Readroom account with one of your recovery codes',
    otherwise: 'somebody else has your password and your recovery codes',
  },
  guessed: {
    subject: 'Somebody tries to sign in to your Readroom account',
    what: 'Somebody entered your password, and then wrong codes again and again. They did not get in. The last one was entered',
    otherwise: 'somebody else has your password',
  },
}

type SecondFactorNotice = { fullName: string; event: SecondFactorEvent; at: Date }

export function secondFactorNotice(portal: Portal, { fullName, event, at }: SecondFactorNotice): Message {
  const { subject, what, otherwise } = secondFactorWords[event]
  return write(portal, { fullName, subject }, [
    `${what} on ${instant.format(at)} UTC.`,
    'If you know of it, you need not do anything.',
    `If not, ${otherwise}: tell ${support(portal)} at once, and set a new password with "Forgot password?" on ${loginUrl(portal)}.`,
  ])
}

type Dispatched = { recipientName: string | null; reports: number; tokens: readonly string[] }

/** Links that open images without signing in. */
function imageLinks({ publicUrl }: Portal, tokens: readonly string[]): Paragraph[] {
  if (tokens.length === 0) return []
  const name = (index: number) => (tokens.length === 1 ? 'Images' : `Images ${index + 1}`)
  const addresses = tokens.map((token, index) => [name(index), new URL(`/share/${token}`, publicUrl).href])
  const words = `Whoever has this mail can open the images for ${shareDays} days, without signing in. Do not pass it on.`
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
      `For the protection of patients this mail says nothing about them. If you have no account, or did not expect this mail, tell ${support(portal)}.`,
    ],
  )
}

type Notice = { studyId: string; labName: string; accessionNumber: string | null; kind: ReportKind | null }

/** How a laboratory knows a study by mail: never by its patient, nor by the whole of a number. */
const studyWords = ({ labName, accessionNumber }: Pick<Notice, 'labName' | 'accessionNumber'>) =>
  `${labName}, ${accessionNumber ? `accession ends ${accessionNumber.slice(-4)}` : 'without an accession number'}`

type Words = { subject: string; said: (study: string) => string }

/** What a laboratory is told of a report of a kind. */
const reportWords: Record<ReportKind, Words> = {
  original: { subject: 'A report is ready in Readroom', said: (study) => `A report of ${study}, is ready.` },
  addendum: {
    subject: 'An addendum to a report is ready in Readroom',
    said: (study) => `An addendum was written to a report of ${study}. What was downloaded before is without it.`,
  },
  correction: {
    subject: 'A report was corrected in Readroom',
    said: (study) => `A report of ${study}, was corrected. What was downloaded before is no longer right.`,
  },
}

/** Names no patient. `kind` null: it was uploaded. */
export function reportNotice(portal: Portal, { studyId, kind, ...study }: Notice): Message {
  const { subject, said } = reportWords[kind ?? 'original']
  const address = kind === null ? `/lab/dashboard?dialog=reports&study=${studyId}` : `/studies/${studyId}/report`
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    { Address: new URL(address, portal.publicUrl).href },
    `For the protection of patients this mail says nothing about them. If you do not want such mails, tell ${support(portal)}.`,
  ])
}

/** What somebody who has a report is told of what came after it. */
const amendmentWords: Record<ReportKind, Words> = {
  original: {
    subject: 'There is a newer report than the one you have',
    said: (study) => `You have a report of ${study}. There is a newer one: what you have is no longer the newest.`,
  },
  addendum: {
    subject: 'An addendum to a report that you have',
    said: (study) => `You have a report of ${study}. An addendum was written to it: what you have is without it.`,
  },
  correction: {
    subject: 'A report that you have was corrected',
    said: (study) => `You have a report of ${study}. It was corrected: what you have is no longer right.`,
  },
}

/** Names no patient. `kind` null: the newer one was uploaded. */
export function amendmentNotice(portal: Portal, { fullName, kind, ...study }: Notice & { fullName: string | null }): Message {
  const { subject, said } = amendmentWords[kind ?? 'original']
  return write(portal, { fullName, subject, own: 'report' }, [
    said(studyWords(study)),
    'Sign in and read the new one:',
    { Address: kind === null ? loginUrl(portal) : new URL(`/studies/${study.studyId}/report`, portal.publicUrl).href },
    `For the protection of patients this mail says nothing about them. If you did not expect it, tell ${support(portal)}.`,
  ])
}

type Critical = Pick<Notice, 'labName' | 'accessionNumber'> & { category: CriticalCategory }

const urgency: Record<CriticalCategory, string> = {
  1: 'It must be known within minutes.',
  2: 'It must be known within hours.',
  3: 'It must be known within days.',
}

/** Names neither patient nor finding. */
export function criticalNotice(portal: Portal, { category, ...study }: Critical): Message {
  return write(portal, { fullName: null, subject: `Critical result, category ${category}`, own: 'critical' }, [
    `Critical result in ${studyWords(study)}. ${urgency[category]}`,
    'Sign in, read it and acknowledge it by name. This mail is repeated until somebody does.',
    { Address: loginUrl(portal) },
  ])
}
