import { OAuth2Server } from 'oauth2-mock-server'

export type Identity = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  [claim: string]: unknown
}

/**
 * An OpenID issuer that signs real tokens, in place of Google. `identity` is who is signed in there; with `isDenied` that
 * person does not allow it.
 */
export async function startIssuer(clientId: string) {
  const state = { identity: { sub: '1' } as Identity, isDenied: false }

  async function open(port?: number): Promise<OAuth2Server> {
    const server = new OAuth2Server()
    await server.issuer.keys.generate('RS256')
    server.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) =>
      Object.assign(payload, { aud: clientId }, state.identity),
    )
    server.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
      if (!state.isDenied) return
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
    })
    await server.start(port, '127.0.0.1')
    return server
  }

  let server: OAuth2Server | null = await open()
  const { port } = server.address()
  const stop = async () => {
    const open = server
    server = null
    await open?.stop()
  }
  return {
    state,
    url: server.issuer.url as string,
    goDown: stop,
    async comeBack() {
      server = await open(port)
    },
    stop,
  }
}
