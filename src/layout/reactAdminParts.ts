/** Parts of react-admin's own interface that are seldom needed, and then as they are. */
export { AuthenticationError, NotFound, Notification } from 'react-admin'
