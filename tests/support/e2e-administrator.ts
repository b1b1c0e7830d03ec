/** The first administrator of the server under test. */
export const ADMINISTRATOR = {
  username: 'admin',
  email: 'admin@wayline.test',
  password: 'correct horse battery staple',
}
