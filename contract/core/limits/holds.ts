export const HOLD_DEFAULT_MIN = 15
/** Held seats, and holds, of a partner at the same time: default, and maximum to set. */
export const PARTNER_HELD_SEATS_DEFAULT = 50
export const PARTNER_HELD_SEATS_MAX = 5_000
export const PARTNER_HOLDS_DEFAULT = 20
export const PARTNER_HOLDS_MAX = 1_000
/** Held units of one limited add-on for each seat of the partner's limit. */
export const HELD_ADDONS_PER_SEAT = 2
/** Holds of one departure by one partner that may lapse within `LAPSED_HOLDS_WITHIN_H`: default, and maximum to set. */
export const PARTNER_LAPSED_HOLDS_DEFAULT = 5
export const PARTNER_LAPSED_HOLDS_MAX = 1_000
export const LAPSED_HOLDS_WITHIN_H = 24
/** Minimum interval between two notifications that a partner has reached a limit of its holds. */
export const HOLD_BOUND_NOTIFIED_EVERY_H = 1
/** Extensions of one hold; each restarts its usual duration. */
export const HOLD_EXTENSIONS_MAX = 2
