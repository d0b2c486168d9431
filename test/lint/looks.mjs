// Owns the lint rule `single-look`: an assertion does not look once at a page, because what it expects may come a moment later.

/** What Playwright reads of a page as it is at that moment. */
const looks = new Set([
  ...['allInnerTexts', 'allTextContents', 'ariaSnapshot', 'boundingBox', 'count', 'evaluate', 'evaluateAll', 'getAttribute', 'innerHTML'],
  ...['innerText', 'inputValue', 'isChecked', 'isDisabled', 'isEditable', 'isEnabled', 'isHidden', 'isVisible', 'textContent', 'title'],
]);

/** @param {import('estree').Node} node */
const isAssert = ({ type, ...node }) =>
  (type === 'Identifier' && 'name' in node && node.name === 'assert') ||
  (type === 'MemberExpression' &&
    'object' in node &&
    node.object.type === 'Identifier' &&
    node.object.name === 'assert' &&
    // These wait by themselves.
    'property' in node &&
    !(node.property.type === 'Identifier' && /rejects?$/i.test(node.property.name)));

/** @type {import('eslint').Rule.RuleModule} */
const singleLook = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      awaited: 'An assertion that awaits looks once, perhaps too early. Use `await eventually(() => …, expected)`.',
      kept: '“{{name}}” is what one look has seen, perhaps too early. Use `await eventually(() => …, expected)`.',
    },
  },
  create(context) {
    return {
      CallExpression(call) {
        if (!isAssert(call.callee)) return;
        for (const argument of call.arguments) {
          for (const node of within(argument, context.sourceCode)) {
            if (node.type === 'AwaitExpression' && within(node, context.sourceCode).some(isLookCall))
              context.report({ node, messageId: 'awaited' });
            else if (node.type === 'Identifier' && isLook(node, context.sourceCode)) {
              context.report({ node, messageId: 'kept', data: { name: node.name } });
            }
          }
        }
      },
    };
  },
};

/**
 * All nodes of an expression.
 * @param {import('estree').Node} node
 * @param {import('eslint').SourceCode} code
 * @returns {readonly import('estree').Node[]}
 */
function within(node, code) {
  // What a function does there happens when it is called.
  const keys = /Function/.test(node.type) ? [] : (code.visitorKeys[node.type] ?? []);
  const children = keys.flatMap(key => /** @type {(import('estree').Node | null)[]} */ ([Reflect.get(node, key)]).flat());
  return [node, ...children.flatMap(child => (child === null || child === undefined ? [] : within(child, code)))];
}

/**
 * Whether the variable is declared as what a look has seen.
 * @param {import('estree').Identifier} identifier
 * @param {import('eslint').SourceCode} code
 */
function isLook(identifier, code) {
  const { references } = code.getScope(identifier);
  const variable = references.find(reference => reference.identifier === identifier)?.resolved;
  const declared = variable?.defs[0]?.node;
  if (declared?.type !== 'VariableDeclarator' || !declared.init) return false;
  return within(declared.init, code).some(node => node.type === 'AwaitExpression' && isLookCall(node.argument));
}

/** @param {import('estree').Node} node */
function isLookCall(node) {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    looks.has(node.callee.property.name)
  );
}

/** @type {import('eslint').ESLint.Plugin} */
export default { meta: { name: 'parley' }, rules: { 'single-look': singleLook } };
