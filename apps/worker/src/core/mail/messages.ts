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
