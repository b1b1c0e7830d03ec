/** The first administrator of the server that the browser tests run against. */
export const ADMINISTRATOR = {
  username: 'admin',
  email: 'admin@wayline.test',
  password: 'correct horse battery staple',
}
