/** What the test saw of one kind. */
export type Row = { group: string; name: string; seen: string }

const intro = `# Images: drawn, listed or announced

A test sends one small file of each kind to the image archive, opens it in the viewer of the reading page, and looks at the pixels. It wrote this page (\`conformance.spec.ts\`), and fails if the viewer does something else. To write it again after a change: \`pnpm build && UPDATE_CONFORMANCE=1 pnpm --dir apps/e2e exec playwright test images/conformance.spec.ts\`.

- **Drawn**: the pixels on screen are those of the standard.
- **Listed**: in the list of series, with the reason if the viewer cannot show it. The study's ZIP and the archive viewer have it.
- **Announced**: the viewer says on the image that something is not shown.
- **Refused**: the sender is told so, and stores nothing.

The reasons are in [the viewer's build](../decisions/images/viewer-build.md).`

/** Prints the table of images. */
export function printStatement(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))]
  const sections = groups.map((title) => {
    const own = rows.filter(({ group }) => group === title)
    return `## ${title}\n\n| kind | in the viewer |\n| --- | --- |\n${own.map(({ name, seen }) => `| ${name} | ${seen} |`).join('\n')}`
  })
  return `${[intro, ...sections].join('\n\n')}\n`
}
