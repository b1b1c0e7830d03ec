import { usePhoneText } from './usePhones'

/** A stored phone number in the reader's words. */
export const PhoneText = ({ children }: { children: string }) => <bdi>{usePhoneText()(children)}</bdi>
