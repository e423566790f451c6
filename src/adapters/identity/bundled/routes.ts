/** Where Zitadel has them too, as far as it says so: clients need no other addresses. */
export const ROUTES = {
  authorization: '/oauth/v2/authorize',
  token: '/oauth/v2/token',
  jwks: '/oauth/v2/keys',
  end_session: '/oauth/v2/end_session',
} as const

/** Followed by the name of the log-in that is under way. */
export const LOGIN_PATH = '/oauth/v2/login'
