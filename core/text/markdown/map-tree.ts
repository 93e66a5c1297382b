import type { Nodes, Root } from 'mdast';

/**
 * A copy of a tree in which `change` has replaced nodes: it sees every node after its children and
 * returns what stands in its place, several nodes or none. What it returns must fit the parent.
 */
export const mapTree = (
  tree: Root,
  change: (node: Nodes, parent: Nodes) => readonly Nodes[],
): Root => {
  const copy = <Node extends Nodes>(node: Node): Node => {
    if (!('children' in node)) return node;
    const children = node.children.flatMap((child) => change(copy(child), node));
    return Object.assign({}, node, { children });
  };
  return copy(tree);
};
