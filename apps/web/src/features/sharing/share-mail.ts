/** Opens the mail program with a mail about a link. It names no patient: mail is read by others on its way. */
export function shareMail(link: string): string {
  const subject = 'A study has been shared with you'
  const body = [
    'An imaging study has been shared with you in Readroom. This link opens its images, without signing in:',
    link,
    'Link expires in 7 days. Whoever has it can see the images: please do not pass it on.',
  ].join('\r\n\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
