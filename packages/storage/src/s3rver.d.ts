/** The part of s3rver that tests use; the package has no types of its own. */
declare module 's3rver' {
  type Options = { address: string; port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] }
  type Context = { method: string; query: Record<string, string>; status: number }
  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    middleware: Middleware[]
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
