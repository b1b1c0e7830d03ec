/** Parts of react-admin's own interface that are seldom needed, and then as they are. */
export { NotFound, Notification } from 'react-admin'
