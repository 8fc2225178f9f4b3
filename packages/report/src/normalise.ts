/**
 * Text as it is kept: composed (Unicode NFC), without control characters but line feeds and tabs, without characters that turn the direction of
 * writing unseen, and with halves of characters replaced. A report contains nothing that its reader cannot see.
 */
export function normaliseText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}
