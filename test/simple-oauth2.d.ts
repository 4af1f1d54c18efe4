/** The parts of simple-oauth2 5 that the tests use. The package has no types. */
declare module 'simple-oauth2' {
  interface Settings {
    readonly client: { readonly id: string; readonly secret: string }
    readonly auth: { readonly tokenHost: string; readonly tokenPath: string }
    readonly options: { readonly authorizationMethod: 'header' | 'body'; readonly bodyFormat: 'form' | 'json' }
  }

  interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>
    expired(): boolean
  }

  export class ClientCredentials {
    constructor(settings: Settings)
    /** Rejects with a Boom error: `output.statusCode`, and the response body in `data.payload`. */
    getToken(parameters: { readonly scope?: string }): Promise<AccessToken>
  }
}
