/** The message bar of react-admin's own interface: by itself, so that nothing else of that interface comes with it. */
export { Notification } from 'react-admin'
