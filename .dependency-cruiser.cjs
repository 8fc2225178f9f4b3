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

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:' } },
    mayImport('packages/contracts'),
    mayImport('packages/orthanc'),
    mayImport('packages/storage'),
    mayImport('packages/process'),
    mayImport('packages/word', 'contracts', 'report'),
    mayImport('packages/pdf', 'contracts', 'report'),
    mayImport('packages/report', 'contracts'),
    mayImport('packages/jobs', 'contracts'),
    mayImport('packages/db', 'contracts', 'process'),
    mayImport('packages/domain', 'contracts', 'db', 'jobs', 'report'),
    mayImport('apps/api', 'contracts', 'db', 'domain', 'orthanc', 'process', 'storage', 'word'),
    mayImport('apps/worker', 'contracts', 'db', 'domain', 'jobs', 'orthanc', 'pdf', 'process', 'report', 'storage', 'word'),
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
      name: 'api-modules-apart',
      comment: 'A module of the API never imports another; what two need is in the domain or in a room beside modules/.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/' },
      to: { path: '^apps/api/src/modules/', pathNot: '^apps/api/src/modules/$1/' },
    },
    {
      name: 'api-rooms-below-modules',
      severity: 'error',
      from: {
        path: '^apps/api/src/(http|security|worklist|spreadsheet|viewer|realtime|dicomweb|archive-viewer|operator)/',
        pathNot: tests,
      },
      to: { path: '^apps/api/src/modules/' },
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
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
    },
  },
}
