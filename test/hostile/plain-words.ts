/** Matches words that only a user of JSON Schema validators would understand: keywords, types and patterns. */
export const idioms =
  /\bNOT\b|\bmust be (string|integer|number|boolean|object|array)\b|must match|## |(fewer|shorter|longer|more) than \d|additional propert|required property|querystring|\bparams\b|instancePath|\bschema\b|\bkeyword\b|\bregex|\^\[|\\[sSdw]|undefined|\[object|constant|oneOf|anyOf|must pass|is invalid/
