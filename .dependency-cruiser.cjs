/** Who may import whom: docs/architecture.md. Every rule is an error. */

/** Workspace packages as they are resolved (through their built files or sources). */
const workspace = (...names) => `^(packages|apps|infra)/(${names.join('|')})/`
const anyPackage = '^(packages|apps|infra)/[^/]+/'
const tests = '\\.(test|fixture)\\.tsx?$|/testing/'

/** `from` may import only the named workspace packages, and itself. */
const mayImport = (from, ...allowed) => ({
  name: `zone-${from.replace('/', '-')}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: tests },
  to: { path: anyPackage, pathNot: [`^${from}/`, ...(allowed.length > 0 ? [workspace(...allowed)] : [])] },
})

/** The rooms of every layer, from the bottom up: a room imports those before it. Files directly below the layer's folder are on top. */
const rooms = [
  'core',
  'access',
  'studies',
  'images',
  'reports',
  'reading',
  'patients',
  'people',
  'orders',
  'fhir',
  'worklist',
  'turnaround',
  'privacy',
  'operations',
]
const layers = [
  'packages/contracts/src',
  'packages/db/src',
  'packages/domain/src',
  'apps/api/src',
  'apps/worker/src',
  'apps/operator/src',
  'apps/web/src/features',
]
/** Tables refer to each other in all directions, so schemas are outside the order. */
const schemas = '\\.schema\\.ts$'

const roomOrder = layers.flatMap((layer) =>
  rooms.slice(0, -1).map((room, place) => ({
    name: `${layer}: ${room}`,
    comment: 'A room imports the rooms below it: docs/architecture.md has their order.',
    severity: 'error',
    from: { path: `^${layer}/${room}/`, pathNot: [tests, schemas] },
    to: { path: `^${layer}/(${rooms.slice(place + 1).join('|')})/`, pathNot: schemas },
  })),
)

/** Files of web features that draw fields by hand, with the reason. All others use useSchemaForm (docs/decisions/core/forms.md). */
const byHand = {
  'access/password-recovery/code-step': 'one code of six digits, sent by itself or asked for again',
  'access/sign-in/(login-form|second-step-form)': 'the page that everybody loads does without the form library',
  'fhir/clients/fhir-clients-page': 'an address to copy',
  'images/controls/viewer-controls': 'a search of commands',
  'operations/settings/setting-row': 'a row for each setting, which asks whom a change affects',
  'orders/hl7/(hl7-messages-dialog|hl7-sample)': 'filters of a list, and a message that is not stored',
  'patients/identity-reviews/(merge-form|merge-page)': 'a decision with a question, and a search',
  'people/doctors/signature-field': 'a part of a form, with a preview of the file',
  'people/eligibility/download-sheet': 'the choice of a download',
  'people/groups/group-dialog': 'a search among the doctors of the form',
  'people/labs/ae-titles-field': 'a part of a form: what is added to a list',
  'people/people-import/file-field': 'a file that is checked and shown before it is sent',
  'people/presence/shift-feed': 'an address to copy',
  'privacy/(reason-field|removal-dialog)': 'confirmations before patient data is removed or held',
  'reading/parts/(report|signing|round)/': 'the report editor and its keys',
  'reading/parts/templates/section-rows': 'a part of a form: rows of a template',
  'reports/report-templates/template-upload': 'a file beside two choices',
  'studies/deadline-rules/(choice-field|holidays-field)': 'the choices of a preview, and what is added to a list',
  'studies/(discussions|pauses)/': 'a text that stays in the tab until it is sent',
  'studies/sharing/(generated-link|pin-form)': 'an address to copy, and the PIN of a page without a session',
  'turnaround/assignment/give-back-dialog': 'a reason chosen before a text',
  'turnaround/simulation/simulation-changes': 'changes to try, of which nothing is stored',
}

/** The floors of the reading page, from the bottom up (docs/decisions/reading/session-machine.md). */
const floors = ['requests', 'session/machine', 'session', 'parts', 'page']
const reading = '^apps/web/src/features/reading'
const readingFloors = floors.slice(0, -1).map((floor, place) => ({
  name: `reading: ${floor}`,
  comment: 'A floor of the reading page imports those below it.',
  severity: 'error',
  from: { path: `${reading}/${floor}/`, pathNot: tests },
  to: { path: `${reading}/`, pathNot: `${reading}/(${floors.slice(0, place + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:' } },
    mayImport('packages/contracts'),
    mayImport('packages/orthanc'),
    mayImport('packages/decoder', 'process'),
    mayImport('packages/storage'),
    mayImport('packages/hl7'),
    mayImport('packages/process'),
    mayImport('packages/word', 'contracts', 'report'),
    mayImport('packages/pdf', 'contracts', 'process', 'report'),
    mayImport('packages/report', 'contracts'),
    mayImport('packages/jobs', 'contracts'),
    mayImport('packages/db', 'contracts', 'process'),
    mayImport('packages/domain', 'contracts', 'db', 'jobs', 'report'),
    mayImport('apps/api', 'contracts', 'db', 'decoder', 'domain', 'hl7', 'orthanc', 'pdf', 'process', 'storage', 'word'),
    mayImport(
      'apps/worker',
      'contracts',
      'db',
      'domain',
      'hl7',
      'jobs',
      'orthanc',
      'pdf',
      'process',
      'report',
      'storage',
      'word',
    ),
    mayImport('apps/operator', 'contracts', 'db', 'domain', 'orthanc', 'process', 'storage'),
    mayImport('apps/web', 'contracts', 'report'),
    {
      name: 'contracts-only-zod',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '/node_modules/zod/' },
    },
    {
      name: 'domain-without-sql',
      comment: 'The domain decides; statements are in the database package.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: tests },
      to: { path: 'node_modules/(drizzle-orm|pg|bullmq|ioredis)/' },
    },
    {
      name: 'sql-only-in-db',
      comment: 'Programs call the statements of the database package and write none.',
      severity: 'error',
      from: { path: '^apps/(api|worker|operator)/src/', pathNot: tests },
      to: { path: 'node_modules/drizzle-orm/' },
    },
    {
      name: 'api-features-apart',
      comment:
        'A feature of the API never imports the routes or services of another; what two need is in the domain or in a file of its own.',
      severity: 'error',
      from: { path: '^(apps/api/src/.+)/[^/]+$', pathNot: tests },
      to: { path: '^apps/api/src/.+\\.(routes|service)\\.ts$', pathNot: '^$1/' },
    },
    {
      name: 'web-features-apart',
      comment: 'app -> features -> components and lib, never back.',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-features-not-app',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'forms-in-one-way',
      comment:
        'Forms use useSchemaForm and the fields of components/form (docs/decisions/core/forms.md). Exceptions are in byHand.',
      severity: 'error',
      from: {
        path: '^apps/web/src/(features|app)/',
        pathNot: [tests, ...Object.keys(byHand).map((file) => `^apps/web/src/features/${file}`)],
      },
      to: { path: '^apps/web/src/components/inputs/(field|password-field|file-input)\\.tsx$' },
    },
    ...readingFloors,
    ...roomOrder,
    { name: 'tests-not-shipped', severity: 'error', from: { pathNot: tests }, to: { path: tests, pathNot: '/testing/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
      // A package of types alone has no main file.
      mainFields: ['main', 'types'],
    },
  },
}
