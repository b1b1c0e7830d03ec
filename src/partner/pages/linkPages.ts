/* Where the links in mails lead, in one piece: the same form serves them. */
export { WelcomePage } from './WelcomePage'
export { AcceptInvitation } from './AcceptInvitation'
